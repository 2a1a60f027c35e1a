import type { serviceEnglish } from '#backoffice/words/service-english.ts'

/** The same in Dutch. */
export const serviceDutch: Record<keyof typeof serviceEnglish, string> = {
  'credit.unsent': 'Nog niet verstuurd: {gifts}. Verzending stoppen?',
  'credit.unsentGift': '{count} × {name}',
  'credit.stop': 'Verzending stoppen. De ontvanger krijgt alleen de teruggave.',
  'credit.goOn': 'Toch versturen. De ontvanger krijgt het cadeau én de teruggave.',
  'credit.unsentBy.supplier': 'De leverancier krijgt een e-mail en ziet deze cadeaus niet meer.',
  'credit.unsentBy.confirmed':
    'De leverancier heeft deze cadeaus al bevestigd en krijgt een e-mail. Bel als het haast heeft.',
  'credit.unsentBy.warehouse':
    'We vragen het magazijn om deze cadeaus eruit te laten. Zijn ze al ingepakt, dan zie je dat bij ‘Vraagt een mens’.',
  'credit.stopMissing': 'Kies of deze cadeaus nog verstuurd worden.',
  'credit.what.unsent': 'Verzending van cadeau {number}',
  'credit.unsentState.warehouse': 'wacht bij het magazijn',
  'credit.unsentState.supplier': 'wacht op de leverancier',
  'credit.unsentState.confirmed': 'bevestigd door de leverancier',
  'order.event.stopped': 'Verzending gestopt',
}
