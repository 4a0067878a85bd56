; The Windows installer of dpdesk, for Inno Setup 6.3 or newer. After `py packaging\freeze\build.py --out dist`:
;
;   iscc /DVersion=0.1.0 /DDist=dist\dpdesk packaging\freeze\windows\dpdesk.iss
;
; Who may not install for everybody installs for themselves: the same installer does both, and asks. Ledgers, settings
; and kept documents lie in the users' own folders; neither an update nor an uninstallation touches them.

#ifndef Version
  #error Name the version: /DVersion=0.1.0
#endif
#ifndef Dist
  #error Name the folder that build.py made: /DDist=dist\dpdesk
#endif
#define Root AddBackslash(SourcePath) + "..\..\.."

[Setup]
AppId={{7C5B0B3A-52C8-4B0E-9C38-6F4C5B8E1D27}
AppName=dpdesk
AppVersion={#Version}
AppVerName=dpdesk {#Version}
VersionInfoVersion={#Version}
DefaultDirName={autopf}\dpdesk
DefaultGroupName=dpdesk
DisableProgramGroupPage=yes
PrivilegesRequired=lowest
PrivilegesRequiredOverridesAllowed=dialog commandline
ArchitecturesAllowed=x64compatible
ArchitecturesInstallIn64BitMode=x64compatible
MinVersion=10.0.17763
LicenseFile={#Root}\LICENSE
OutputDir={#Dist}\..
OutputBaseFilename=dpdesk-{#Version}-setup
Compression=lzma2/max
SolidCompression=yes
WizardStyle=modern
ChangesAssociations=yes
ChangesEnvironment=yes
CloseApplications=yes
RestartApplications=no
UninstallDisplayIcon={app}\dpdeskw.exe

[Languages]
Name: "en"; MessagesFile: "compiler:Default.isl"
Name: "de"; MessagesFile: "compiler:Languages\German.isl"

[CustomMessages]
en.Path=Let the command &dpdesk be found in every console
de.Path=Den Befehl &dpdesk in jeder Konsole finden lassen
en.Document=dpdesk plan or dictionary
de.Document=Plan oder Datenbeschreibung von dpdesk
en.Kept=dpdesk has been removed. Ledgers, plans, dictionaries and releases have been left where they are; the default ledger lies in %1.
de.Kept=dpdesk ist entfernt. Budgetbücher, Pläne, Datenbeschreibungen und Freigaben sind geblieben, wo sie sind; das voreingestellte Budgetbuch liegt in %1.

[Tasks]
Name: "desktopicon"; Description: "{cm:CreateDesktopIcon}"; GroupDescription: "{cm:AdditionalIcons}"; Flags: unchecked
Name: "path"; Description: "{cm:Path}"; Flags: unchecked

; An update leaves no module of the version before: the self-test would rightly call it a file that no list names.
[InstallDelete]
Type: filesandordirs; Name: "{app}\_internal"
Type: filesandordirs; Name: "{app}\licenses"

[Files]
Source: "{#Dist}\*"; DestDir: "{app}"; Flags: ignoreversion recursesubdirs createallsubdirs

[Icons]
Name: "{autoprograms}\dpdesk"; Filename: "{app}\dpdeskw.exe"
Name: "{autodesktop}\dpdesk"; Filename: "{app}\dpdeskw.exe"; Tasks: desktopicon

; Windows goes by the last part of a name, which is .json for plans and dictionaries alike. So dpdesk is offered under
; "Open with" for such files, and takes no file over from the program that opened it before.
[Registry]
Root: HKA; Subkey: "Software\Classes\dpdesk.document"; ValueType: string; ValueName: ""; ValueData: "{cm:Document}"; Flags: uninsdeletekey
Root: HKA; Subkey: "Software\Classes\dpdesk.document\DefaultIcon"; ValueType: string; ValueName: ""; ValueData: "{app}\dpdeskw.exe,0"
Root: HKA; Subkey: "Software\Classes\dpdesk.document\shell\open\command"; ValueType: string; ValueName: ""; ValueData: """{app}\dpdeskw.exe"" window ""%1"""
Root: HKA; Subkey: "Software\Classes\.json\OpenWithProgids"; ValueType: string; ValueName: "dpdesk.document"; ValueData: ""; Flags: uninsdeletevalue
Root: HKA; Subkey: "Software\Classes\Applications\dpdeskw.exe"; ValueType: string; ValueName: "FriendlyAppName"; ValueData: "dpdesk"; Flags: uninsdeletekey
Root: HKA; Subkey: "Software\Classes\Applications\dpdeskw.exe\SupportedTypes"; ValueType: string; ValueName: ".json"; ValueData: ""
Root: HKA; Subkey: "Software\Classes\Applications\dpdeskw.exe\shell\open\command"; ValueType: string; ValueName: ""; ValueData: """{app}\dpdeskw.exe"" window ""%1"""
Root: HKA; Subkey: "Software\Microsoft\Windows\CurrentVersion\App Paths\dpdesk.exe"; ValueType: string; ValueName: ""; ValueData: "{app}\dpdesk.exe"; Flags: uninsdeletekey

[Run]
Filename: "{app}\dpdeskw.exe"; Description: "{cm:LaunchProgram,dpdesk}"; Flags: nowait postinstall skipifsilent unchecked

[Code]
function PathRoot: Integer;
begin
  if IsAdminInstallMode then
    Result := HKEY_LOCAL_MACHINE
  else
    Result := HKEY_CURRENT_USER;
end;

function PathKey: String;
begin
  if IsAdminInstallMode then
    Result := 'SYSTEM\CurrentControlSet\Control\Session Manager\Environment'
  else
    Result := 'Environment';
end;

{ The search path without the folder of this program, whether it stood in it or not. }
function WithoutOwnFolder(Value: String): String;
begin
  Result := ';' + Value + ';';
  StringChangeEx(Result, ';' + ExpandConstant('{app}') + ';', ';', True);
  while (Length(Result) > 0) and (Result[1] = ';') do
    Delete(Result, 1, 1);
  while (Length(Result) > 0) and (Result[Length(Result)] = ';') do
    Delete(Result, Length(Result), 1);
end;

procedure SetPath(WithFolder: Boolean);
var
  Before, After: String;
begin
  if not RegQueryStringValue(PathRoot, PathKey, 'Path', Before) then
    Before := '';
  After := WithoutOwnFolder(Before);
  if WithFolder then
  begin
    if After <> '' then
      After := After + ';';
    After := After + ExpandConstant('{app}');
  end;
  if After <> Before then
    RegWriteExpandStringValue(PathRoot, PathKey, 'Path', After);
end;

procedure CurStepChanged(CurStep: TSetupStep);
begin
  if CurStep = ssPostInstall then
    SetPath(WizardIsTaskSelected('path'));
end;

procedure CurUninstallStepChanged(CurUninstallStep: TUninstallStep);
begin
  if CurUninstallStep = usUninstall then
    SetPath(False);
  if (CurUninstallStep = usPostUninstall) and not UninstallSilent then
    MsgBox(FmtMessage(CustomMessage('Kept'), [ExpandConstant('{localappdata}\dpdesk')]), mbInformation, MB_OK);
end;
