import type { mailsEnglish } from '#backoffice/i18n/en/mails.ts'

export const mailsDutch: Record<keyof typeof mailsEnglish, string> = {
  'mail.order-delivered': 'Pakket bezorgd',
  'mail.order-credited': 'Teruggegeven',
  'mail.choose-again': 'Opnieuw kiezen',
  'mail.choose-again-reminder': 'Opnieuw kiezen, herinnering',
  'mail.chosen-again': 'Wat er in de plaats komt',
  'mail.purchase-order': 'Inkooporder',
  'mail.purchase-reminder': 'Inkooporder, herinnering',
  'mail.purchase-withdrawn': 'Inkooporder, niet meer nodig',
  'mail.voucher-letter': 'Brief met een code',
  'mail.voucher-invitation': 'Mail met een code',
  'mail.voucher-reminder': 'Herinnering aan het cadeau',
  'mail.voucher-ended': 'Cadeau verlopen',
  'mail.acting-summary': 'Dagoverzicht van wat voor ontvangers is gedaan',
  'mail.account-notice': 'Beveiligingsmelding over een account',
  'mail.password-reset': 'Nieuw wachtwoord',
  'mail.acted-for': 'Namens de houder gehandeld',
  'order.mail.order-delivered': 'Bezorgd',
  'case.mail.order-delivered': 'pakket bezorgd',
}
