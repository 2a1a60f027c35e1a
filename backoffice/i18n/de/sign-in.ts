import type { DoorDictionary } from '#backoffice/i18n/dictionary.ts'

export const doorGerman: DoorDictionary = {
  signIn: 'Anmelden',
  theBackoffice: 'Die Verwaltung',
  forThePeople: 'Für alle, die den Shop pflegen.',
  mail: 'E-Mail',
  password: 'Passwort',
  passwordOf: 'Passwort von {mail}',
  appCode: 'Code aus Ihrer App',
  ifYouHaveOne: 'falls Sie eine haben',
  signInHelp:
    'Telefon verloren? Ein Wiederherstellungscode passt ins Feld der sechs Ziffern. Nichts mehr da? Fragen Sie einen Eigentümer.',
  forgotPassword: 'Passwort vergessen?',
  resetTitle: 'Passwort vergessen?',
  resetIntro:
    'Geben Sie Ihre E-Mail-Adresse ein. Sie erhalten einen Link, um ein neues Passwort zu wählen.',
  resetSend: 'Link senden',
  resetSent:
    'Wenn es zu dieser Adresse ein Konto gibt, ist ein Link unterwegs. Er gilt eine Stunde.',
  resetTooOften:
    'Aus Ihrem Netzwerk kamen zu viele Anfragen. Versuchen Sie es in einer Stunde erneut.',
  resetBack: 'Zurück zur Anmeldung',
  signInWrong: 'Das passte nicht: prüfen Sie Adresse, Passwort und Code noch einmal.',
  signInCrowded:
    'Viele versuchen es gleichzeitig. Warten Sie eine Minute und versuchen Sie es dann erneut.',
  signInWork: 'Einen Augenblick: Ihr Browser zeigt, dass es ernst ist.',
  signInWorking: 'Einen Augenblick …',
  signInAgain: 'Erneut anmelden',
  sessionEnded:
    'Ihre Sitzung endete um {time}. Was Sie schrieben, bleibt erhalten und wird gesendet, sobald Sie zurück sind.',
  confirmSignIn: 'Bestätigen Sie Ihre Identität',
  confirmSignInWhy:
    'Für diese Aktion müssen Sie sich in den letzten {count} Minuten angemeldet haben. Ihre Eingaben bleiben erhalten.',
  cancelSignIn: 'Abbrechen',
  notConfirmed:
    'Es wurde nichts geändert: Für diese Aktion ist eine erneute Anmeldung nötig. Versuchen Sie es noch einmal.',
  closeWindow: 'Sie sind angemeldet. Sie können dieses Fenster schließen.',
  somebodyElse: 'Ich bin jemand anderes',
  byPasskey: 'Mit einem Passkey anmelden',
  byCompany: 'Mit {name} anmelden',
  passkeyUnknown: 'Niemand hier hat diesen Passkey.',
  companySilent:
    'Die Anmeldung des Unternehmens antwortet nicht. Versuchen Sie es gleich noch einmal.',
  companyRefused: 'Das hat nicht geklappt oder zu lange gedauert. Beginnen Sie neu.',
  companyTooWeak:
    'Ihr Unternehmen hat den vorgeschriebenen zweiten Faktor nicht abgefragt. Melden Sie sich dort mit App oder Passkey an und versuchen Sie es erneut.',
  notAColleague: 'Sie sind dort bekannt, hier aber nicht eingeladen. Fragen Sie einen Eigentümer.',
  passkeyKnown: 'Dieses Gerät hat hier schon einen Schlüssel.',
  passkeyUnmade:
    'Es wurde kein Schlüssel gemacht. Versuchen Sie es noch einmal, wenn Sie so weit sind.',
  goOn: 'Weiter',
  language: 'Sprache',
  noConnection:
    'Der Server ist nicht erreichbar. Ihre Eingaben bleiben erhalten. Prüfen Sie Ihre Internetverbindung und versuchen Sie es erneut.',
  serverDown:
    'Der Server ist zurzeit nicht verfügbar. Ihre Eingaben bleiben erhalten. Versuchen Sie es in einigen Minuten erneut.',
  broken:
    'Bei uns ist ein Fehler aufgetreten. Ihre Eingaben bleiben erhalten. Versuchen Sie es erneut.',
  brokenNumber:
    'Bei uns ist ein Fehler aufgetreten (Fehler {number}). Ihre Eingaben bleiben erhalten. Versuchen Sie es erneut. Tritt er wieder auf, nennen Sie uns diese Nummer.',
  again: 'Noch einmal',
  notAllowed: 'Ihre Rolle darf das nicht sehen. Ein Eigentümer kann das ändern.',
  notThere: 'Das gibt es nicht, oder es liegt außerhalb Ihrer Kanäle.',
  close: 'Schließen',
  'field.missing': 'Füllen Sie dies aus.',
  'field.noMail': 'Das ist keine E-Mail-Adresse.',
  'field.least': 'Mindestens {least}.',
  'field.most': 'Höchstens {most}.',
  'field.whole': 'Eine ganze Zahl.',
  'field.number': 'Eine Zahl.',
  'field.short': 'Mindestens {least} Zeichen.',
  'field.unusable': 'Das geht so nicht.',
}
