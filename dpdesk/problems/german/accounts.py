"""What the ledger refuses, in German: accounts, caps, data, approvals, and what people write in it."""

from __future__ import annotations

from dpdesk.problems.sentences import Sentence, Variants

SENTENCES: dict[str, Sentence] = {
    # Budgets and data
    "ledger.no_account": "Das Kontobuch hat kein Konto '{account}'; die erste Freigabe eröffnet es.",
    "ledger.budget": "Das Budget von '{account}' reicht nicht: Es bleiben {left}, der Plan verlangt {asked}.",
    "ledger.not_approved": Variants(
        "'{account}' gibt nichts ohne eine Genehmigung genau dieses Plans frei, und er hat keine: {how} (`dpdesk plan "
        "status` zeigt den Stand).",
        "'{account}' gibt nichts ohne eine Genehmigung genau dieses Plans frei, und er hat keine: {how}.",
    ),
    "ledger.is_draft": "Er wurde nicht eingereicht oder seitdem bearbeitet; reichen Sie ihn ein",
    "ledger.is_submitted": "Er ist eingereicht und wartet auf die Genehmigung durch eine andere Stelle oder Funktion",
    "ledger.has_expired": "Seine Genehmigung ist abgelaufen; reichen Sie ihn erneut ein",
    "ledger.was_withdrawn": "Seine Genehmigung wurde zurückgezogen; reichen Sie ihn erneut ein",
    "ledger.known_data": Variants(
        "Diese Daten sind schon unter einer anderen dataset_id als '{account}' verzeichnet; was bei beiden ausgegeben "
        "wird, summiert sich für dieselben Menschen: Bestätigen Sie schriftlich, dass das gewollt ist "
        "(--confirm-known-data REASON), oder berichtigen Sie die Datenbeschreibung.",
        "Diese Daten sind schon unter einer anderen dataset_id als '{account}' verzeichnet; was bei beiden ausgegeben "
        "wird, summiert sich für dieselben Menschen: Bestätigen Sie schriftlich, dass das gewollt ist, oder "
        "berichtigen Sie die Datenbeschreibung.",
    ),
    "ledger.changed_data": Variants(
        "Die Datei ist nicht die, aus der '{account}' bisher freigegeben wurde; wenn es eine berichtigte Datei "
        "derselben Menschen ist, nehmen Sie sie mit einer Begründung an (--accept-changed-data REASON).",
        "Die Datei ist nicht die, aus der '{account}' bisher freigegeben wurde; wenn es eine berichtigte Datei "
        "derselben Menschen ist, nehmen Sie sie mit einer Begründung an.",
    ),
    "ledger.beyond_loss": (
        "Die Gruppen des Plans würden mehr kosten als der Privatheitsverlust, den der Plan nennt; melden Sie das bitte."
    ),
    # Terms of an account
    "ledger.terms_differ": (
        "Die Datenbeschreibung weicht vom Konto '{account}' ab ({differing:and}); ein Konto behält seine Bedingungen: "
        "Stellen Sie sie in der Datenbeschreibung wieder her oder geben Sie anderen Daten eine andere dataset_id."
    ),
    "ledger.differs_cap": "die Obergrenze des Budgets oder ihre Regel",
    "ledger.differs_unit": "die Schutzeinheit",
    "ledger.differs_rows": "die größte Zahl der Zeilen einer Einheit (c)",
    "ledger.differs_neighbours": "die Nachbarn",
    "ledger.cap_kind": (
        "Das Konto '{account}' behält die Art seiner Obergrenze und ihre Regel; erhöhen Sie deren Zahlen."
    ),
    "ledger.cap_not_higher": (
        "Die neue Obergrenze von '{account}' muss über der jetzigen liegen und darf in keinem Teil niedriger sein."
    ),
    "ledger.dataset_id": (
        "Die dataset_id muss ein druckbarer Text von 1 bis 200 Zeichen sein; berichtigen Sie die Datenbeschreibung."
    ),
    "ledger.rows_of_unit": (
        "Die größte Zahl der Zeilen einer Einheit, c, muss eine ganze Zahl von mindestens 1 sein; berichtigen Sie die "
        "Datenbeschreibung."
    ),
    # Approvals
    "ledger.demanded_already": "Das Konto '{account}' verlangt schon eine Genehmigung.",
    "ledger.not_demanded": "Das Konto '{account}' verlangt keine Genehmigung, es ist also nichts aufzugeben.",
    "ledger.submission_hashes": (
        "Eine Einreichung nennt ihren Plan durch die Prüfsummen seiner Bedeutung und seiner Zahlen."
    ),
    "ledger.not_approvable": "Der Plan kann nicht genehmigt werden: {why}.",
    "ledger.approval_past": Variants(
        "Der letzte Tag einer Genehmigung darf nicht vergangen sein; geben Sie einen späteren an (--expires "
        "YYYY-MM-DD).",
        "Der letzte Tag einer Genehmigung darf nicht vergangen sein; geben Sie einen späteren an.",
    ),
    "ledger.same_person": Variants(
        "Der Plan kann nicht genehmigt werden: Die Stelle und Funktion, die einen Plan eingereicht hat, kann ihn nicht "
        "genehmigen.",
        "Die Stelle und Funktion, die einen Plan eingereicht hat, kann ihn nicht genehmigen: Das muss eine andere tun.",
    ),
    "ledger.not_withdrawable": "Die Genehmigung kann nicht zurückgezogen werden: {why}.",
    "ledger.why_same_person": "Die Stelle und Funktion, die einen Plan eingereicht hat, kann ihn nicht genehmigen",
    "ledger.why_not_submitted": "Dieser Plan wurde in seiner jetzigen Bedeutung nicht eingereicht",
    "ledger.why_other_figures": (
        "Dieser Plan wurde nicht mit seiner jetzigen Bedeutung, seinem Niveau und seinen Dezimalstellen eingereicht"
    ),
    "ledger.why_number_taken": "Dieser Plan hat schon eine Genehmigung mit dieser Nummer",
    "ledger.why_no_approval": "Dieser Plan hat keine Genehmigung mit dieser Nummer",
    "ledger.why_withdrawn_before": "Diese Genehmigung wurde schon zurückgezogen",
    # Releases, embargoes, keys, sessions
    "ledger.release_withdrawn": "Die Freigabe {release} wurde schon zurückgezogen (Eintrag {entry}).",
    "ledger.withdrawn_no_embargo": (
        "Die Freigabe {release} wurde zurückgezogen und ist deshalb an keinem Tag zu veröffentlichen."
    ),
    "ledger.embargo_past": Variants(
        "Der Tag einer Sperrfrist darf nicht vergangen sein; geben Sie einen späteren an (--until YYYY-MM-DD).",
        "Der Tag einer Sperrfrist darf nicht vergangen sein; geben Sie einen späteren an.",
    ),
    "ledger.no_embargo": "Die Freigabe {release} unterliegt keiner Sperrfrist, es ist also nichts aufzuheben.",
    "ledger.key_bytes": "Ein Schlüssel zum Unterschreiben wird durch die 32 Bytes seiner öffentlichen Hälfte genannt.",
    "ledger.no_release": Variants(
        "Das Kontobuch hat keine abgeschlossene Freigabe '{release}'; `dpdesk ledger show` führt sie auf.",
        "Das Kontobuch hat keine abgeschlossene Freigabe '{release}'; die Seite Kontobuch führt sie auf.",
    ),
    "ledger.no_session": Variants(
        "Das Kontobuch hat keine Sitzung '{session}'; `dpdesk ledger show` führt sie auf.",
        "Das Kontobuch hat keine Sitzung '{session}'; die Seite Kontobuch führt sie auf.",
    ),
    # What people write
    "ledger.in_writing": "{what} ist schriftlich anzugeben, mit höchstens {most} Zeichen.",
    "ledger.printable": "{what} muss druckbarer Text sein; geben Sie den Text noch einmal ein.",
    "ledger.one_line": "{what} ist anzugeben: eine druckbare Zeile mit höchstens {most} Zeichen.",
    "ledger.the_office": Variants(
        "Die handelnde Stelle (--office)",
        "Die handelnde Stelle",
    ),
    "ledger.the_role": Variants(
        "Die handelnde Funktion (--role)",
        "Die handelnde Funktion",
    ),
    "ledger.the_number": Variants(
        "Die Nummer der Genehmigung (--number)",
        "Die Nummer der Genehmigung",
    ),
    "ledger.the_conditions": "Der Text der Bedingungen",
    "ledger.the_note": "Die Bemerkung",
    "ledger.the_confirmation": "Die Bestätigung",
    "ledger.to_accept_data": "Die Begründung für die Annahme geänderter Daten",
    "ledger.to_raise": "Die Begründung für die Erhöhung einer Obergrenze",
    "ledger.to_go_on": "Die Begründung dafür, mit einer älteren Kopie weiterzuarbeiten",
    "ledger.to_give_back": "Die Begründung für die Rückgabe einer Reservierung",
    "ledger.to_close": "Die Begründung für das Schließen einer Sitzung",
    "ledger.to_correct": "Die Begründung für die Berichtigung von Texten",
    "ledger.to_demand": "Die Begründung dafür, eine Genehmigung zu verlangen",
    "ledger.to_demand_no_more": "Die Begründung dafür, keine Genehmigung mehr zu verlangen",
    "ledger.to_withdraw_approval": "Die Begründung für die Zurückziehung einer Genehmigung",
    "ledger.to_withdraw": "Die Begründung für die Zurückziehung einer Freigabe",
    "ledger.to_embargo": "Die Begründung für eine Sperrfrist",
    "ledger.to_lift": "Die Begründung für die Aufhebung einer Sperrfrist",
    "ledger.to_name_key": "Die Begründung für die Benennung eines Schlüssels",
}
