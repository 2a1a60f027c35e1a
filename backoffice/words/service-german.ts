import type { serviceEnglish } from '#backoffice/words/service-english.ts'

/** The same in German. */
export const serviceGerman: Record<keyof typeof serviceEnglish, string> = {
  'credit.unsent': 'Noch nicht versendet: {gifts}. Versand stoppen?',
  'credit.unsentGift': '{count} × {name}',
  'credit.stop': 'Versand stoppen. Der Empfänger erhält nur die Erstattung.',
  'credit.goOn': 'Trotzdem versenden. Der Empfänger erhält das Geschenk und die Erstattung.',
  'credit.unsentBy.supplier':
    'Der Lieferant erhält eine E-Mail und sieht diese Geschenke nicht mehr.',
  'credit.unsentBy.confirmed':
    'Der Lieferant hat diese Geschenke schon bestätigt und erhält eine E-Mail. Rufen Sie an, wenn es eilt.',
  'credit.unsentBy.warehouse':
    'Das Lager wird gebeten, diese Geschenke wegzulassen. Sind sie schon gepackt, sehen Sie das unter „Braucht einen Menschen“.',
  'credit.stopMissing': 'Wählen Sie, ob diese Geschenke noch versendet werden.',
  'credit.what.unsent': 'Versand von Geschenk {number}',
  'credit.unsentState.warehouse': 'wartet im Lager',
  'credit.unsentState.supplier': 'wartet auf den Lieferanten',
  'credit.unsentState.confirmed': 'vom Lieferanten bestätigt',
  'order.event.stopped': 'Versand gestoppt',
}
