import type { mailsEnglish } from '#backoffice/i18n/en/mails.ts'

export const mailsGerman: Record<keyof typeof mailsEnglish, string> = {
  'mail.order-delivered': 'Paket zugestellt',
  'mail.order-credited': 'Erstattet',
  'mail.choose-again': 'Neue Wahl',
  'mail.choose-again-reminder': 'Neue Wahl, Erinnerung',
  'mail.chosen-again': 'Was stattdessen kommt',
  'mail.purchase-order': 'Bestellung beim Lieferanten',
  'mail.purchase-reminder': 'Bestellung beim Lieferanten, Erinnerung',
  'mail.purchase-withdrawn': 'Bestellung beim Lieferanten, nicht mehr benötigt',
  'mail.voucher-letter': 'Brief mit einem Code',
  'mail.voucher-invitation': 'E-Mail mit einem Code',
  'mail.voucher-reminder': 'Erinnerung an das Geschenk',
  'mail.voucher-ended': 'Geschenk abgelaufen',
  'mail.acting-summary': 'Tagesübersicht: für Empfänger erledigt',
  'mail.account-notice': 'Sicherheitshinweis zu einem Konto',
  'mail.password-reset': 'Neues Passwort',
  'mail.acted-for': 'Für den Inhaber gehandelt',
  'order.mail.order-delivered': 'Zugestellt',
  'case.mail.order-delivered': 'Paket zugestellt',
}
