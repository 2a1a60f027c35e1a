import type { refusalsEnglish } from '#backoffice/i18n/en/refusals.ts'

export const refusalsGerman: Record<keyof typeof refusalsEnglish, string> = {
  'refusal.codes-stopped':
    'Die Codedatei wurde vorzeitig abgebrochen. Ihre Codes sind ungültig. Fordern Sie die Datei erneut an.',
  'refusal.different-things':
    'Diese beiden Versionen gehören nicht zum selben Element. Wählen Sie zwei Versionen desselben Elements.',
  'refusal.factor-is-set':
    'Eine Authenticator-App ist bereits eingerichtet. Entfernen Sie diese zuerst.',
  'refusal.foreign-write':
    'Diese Anfrage kam nicht aus der Verwaltung. Laden Sie die Seite neu und versuchen Sie es erneut.',
  'refusal.is-closed': 'Dieser Kanal ist nicht geöffnet. Laden Sie die Seite neu.',
  'refusal.is-open': 'Dieser Kanal ist bereits geöffnet. Laden Sie die Seite neu.',
  'refusal.missing-letters':
    'Es kann kein Brief gedruckt werden: Die Schrift hat einige Zeichen nicht. Korrigieren Sie den Text und versuchen Sie es erneut.',
  'refusal.no-factor': 'Es ist keine Authenticator-App eingerichtet. Laden Sie die Seite neu.',
  'refusal.no-openid':
    'Die Firmenanmeldung ist nicht eingerichtet. Melden Sie sich mit E-Mail-Adresse und Passwort an.',
  'refusal.no-session': 'Ihre Sitzung ist beendet. Melden Sie sich erneut an.',
  'refusal.no-such-line': 'Dieses Geschenk ist nicht in der Bestellung. Laden Sie die Seite neu.',
  'refusal.not-copyable':
    'Nur Texte, E-Mail-Sätze und Felder eines Kanals lassen sich kopieren, und nur in einzelne Kanäle, nicht in die geteilten Texte.',
  'refusal.nothing-to-resolve': 'Hier gibt es nichts mehr zu lösen. Laden Sie die Seite neu.',
  'refusal.order-cancelled': 'Diese Bestellung ist storniert. Alles wurde erstattet.',
  'refusal.too-many-requests':
    'Zu viele Anfragen. Warten Sie eine Minute und versuchen Sie es erneut.',
  'refusal.unavailable':
    'Ein Teil des Shops ist zurzeit nicht verfügbar. Versuchen Sie es in einigen Minuten erneut.',
  'refusal.unknown-colleague':
    'Dieser Person kann die Aufgabe nicht zugewiesen werden. Wählen Sie jemand anderen.',
  'refusal.unknown-picture': 'Dieses Bild oder Video gibt es nicht mehr. Wählen Sie ein anderes.',
}
