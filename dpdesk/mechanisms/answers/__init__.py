"""What is known of answers together: their covariance, the law of any combination, the chances of an error."""
