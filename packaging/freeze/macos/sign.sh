#!/bin/sh
# Sign, notarise and pack dpdesk.app on macOS, after
#
#   DPDESK_IDENTITY="Developer ID Application: …" python3 packaging/freeze/build.py --out dist
#
# which signs every library as it goes in:
#
#   DPDESK_IDENTITY="Developer ID Application: …" DPDESK_PROFILE=notary sh packaging/freeze/macos/sign.sh dist
#
# DPDESK_PROFILE names the credentials that `xcrun notarytool store-credentials` keeps in the keychain. Without it the
# application is signed and packed, and not notarised; with DPDESK_IDENTITY=- it runs on this machine only.
# The list of checksums was written before: of all files but the main program, into which the seal is written here.
set -eu

out=${1:?name the folder that build.py wrote to}
app=$out/dpdesk.app
image=$out/dpdesk.dmg
here=$(cd "$(dirname "$0")" && pwd)
identity=${DPDESK_IDENTITY:?name the identity to sign with, or -}

test -d "$app" || { echo "There is no $app; run build.py first." >&2; exit 1; }

codesign --force --options runtime --timestamp --entitlements "$here/entitlements.plist" --sign "$identity" "$app"
codesign --verify --deep --strict --verbose=2 "$app"

rm -f "$image"
hdiutil create -volname dpdesk -srcfolder "$app" -format UDZO "$image"
test "$identity" = "-" || codesign --timestamp --sign "$identity" "$image"

if [ -n "${DPDESK_PROFILE:-}" ]; then
    xcrun notarytool submit "$image" --keychain-profile "$DPDESK_PROFILE" --wait
    xcrun stapler staple "$image"
    spctl --assess --type open --context context:primary-signature --verbose "$image"
fi
echo "$image"
