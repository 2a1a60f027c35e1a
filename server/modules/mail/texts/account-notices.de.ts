import type { AccountNoticeTexts } from '#server/modules/mail/texts/account-notices.nl.ts'

export const accountNoticesGerman: AccountNoticeTexts = {
  greeting: 'Guten Tag {name},',
  when: 'Dies geschah am {date} um {time} Uhr.',
  not_you_backoffice:
    'Waren Sie das nicht? Ändern Sie Ihr Passwort, beenden Sie Ihre anderen Sitzungen und informieren Sie einen Eigentümer.',
  not_you_employer:
    'Waren Sie das nicht? Ändern Sie Ihr Passwort, beenden Sie Ihre anderen Sitzungen und informieren Sie Ihre Kontaktperson bei Giftpoint.',
  not_expected:
    'Haben Sie das nicht erwartet? Prüfen Sie es in der Verwaltung und wenden Sie sich an Ihre Kollegin oder Ihren Kollegen.',
  open_backoffice: 'Verwaltung öffnen',
  open_employer: 'Arbeitgeberportal öffnen',
  'new-sign-in': 'Neue Anmeldung bei Ihrem Konto',
  'new-sign-in_text':
    'Jemand hat sich mit einem bisher nicht verwendeten Browser bei Ihrem Konto angemeldet: {browser}, IP-Adresse {address}.',
  'passkey-added': 'Passkey hinzugefügt',
  'passkey-added_text': 'Der Passkey „{name}“ wurde Ihrem Konto hinzugefügt.',
  'passkey-removed': 'Passkey entfernt',
  'passkey-removed_text': 'Der Passkey „{name}“ wurde aus Ihrem Konto entfernt.',
  'app-added': 'Authenticator-App eingerichtet',
  'app-added_text': 'Für Ihr Konto wurde eine Authenticator-App eingerichtet.',
  'app-removed': 'Authenticator-App entfernt',
  'app-removed_text': 'Die Authenticator-App wurde aus Ihrem Konto entfernt.',
  'recovery-codes-created': 'Neue Wiederherstellungscodes erstellt',
  'recovery-codes-created_text':
    'Für Ihr Konto wurden neue Wiederherstellungscodes erstellt. Die alten Codes gelten nicht mehr.',
  'token-created': 'API-Token erstellt',
  'token-created_text': 'Für Ihr Konto wurde das API-Token „{name}“ erstellt.',
  'token-ended': 'API-Token beendet',
  'token-ended_text':
    '{by} hat Ihr API-Token „{name}“ beendet. Programme, die es verwenden, haben keinen Zugriff mehr.',
  'password-changed': 'Passwort geändert',
  'password-changed_text':
    'Das Passwort Ihres Kontos wurde geändert. Ihre anderen Sitzungen wurden beendet.',
  'password-reset': 'Passwort zurückgesetzt',
  'password-reset_text':
    'Das Passwort Ihres Kontos wurde über einen Link aus einer E-Mail zurückgesetzt. Alle Ihre Sitzungen wurden beendet.',
  'password-attempts': 'Viele falsche Passwörter für Ihr Konto',
  'password-attempts_text':
    'Für Ihr Konto wurde {count}-mal hintereinander ein falsches Passwort eingegeben.',
  'password-off': 'Ihr Passwort ist gesperrt',
  'password-off_text':
    'Für Ihr Konto wurde {count}-mal hintereinander ein falsches Passwort eingegeben. Ihr Passwort ist deshalb gesperrt. Wählen Sie über „Passwort vergessen?“ auf der Anmeldeseite ein neues Passwort. Passkeys funktionieren weiterhin.',
  'access-reset': 'Ihr Zugang wurde zurückgesetzt',
  'access-reset_text': '{by} hat Ihren Zugang zurückgesetzt.',
  'owner-requested': 'Anfrage zum Eigentümerzugang: {name}',
  'owner-requested_text':
    '{by} möchte {name} zum Eigentümer machen oder den Zugang dieses Eigentümers zurücksetzen. Geben Sie dies unter „Freigaben“ in der Verwaltung frei oder lehnen Sie es ab.',
  'owner-added': 'Neuer Eigentümer: {name}',
  'owner-added_text': '{name} ist jetzt Eigentümer. Vorgenommen von {by}.',
  'owner-reset': 'Zugang des Eigentümers {name} zurückgesetzt',
  'owner-reset_text': 'Der Zugang des Eigentümers {name} wurde von {by} zurückgesetzt.',
  'owner-removed': '{name} ist kein Eigentümer mehr',
  'owner-removed_text': '{name} ist kein Eigentümer mehr. Vorgenommen von {by}.',
  'approved-alone': 'Ohne zweite Person freigegeben',
  'approved-alone_text':
    '{name} hat eine eigene Anfrage freigegeben, da es nur einen Eigentümer gibt: {subject}.',
}
