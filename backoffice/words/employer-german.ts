import type { employerEnglish } from '#backoffice/words/employer-english.ts'

export const employerGerman: Record<keyof typeof employerEnglish, string> = {
  'wall.title': 'Was der Arbeitgeber sieht',
  'wall.help':
    'Summen der letzten Nacht, in Fünferschritten und über mindestens zehn Menschen. Wer kam, wer bestellte und was jemand wählte, erfährt niemand: die Datenbank selbst verweigert es.',
  'wall.none':
    'Noch nichts: in jeder Kampagne sind weniger als zehn Menschen, oder die erste Nacht steht noch bevor.',
  'wall.department': 'Abteilung',
  'wall.all': 'Alle',
  'wall.people': 'Menschen',
  'wall.came': 'Gekommen',
  'wall.ordered': 'Haben bestellt',
  'wall.spent': 'Punkte eingelöst',
  'wall.atLeast': '{count} oder mehr',
  'wall.few': 'weniger als 5',
}
