import type { employerEnglish } from '#backoffice/words/employer-english.ts'

export const employerDutch: Record<keyof typeof employerEnglish, string> = {
  'wall.title': 'Wat de werkgever ziet',
  'wall.help':
    'Sommen van afgelopen nacht, in stappen van vijf en van ten minste tien mensen. Wie kwam, wie bestelde en wat iemand koos wordt aan niemand verteld: de database zelf weigert het.',
  'wall.none':
    'Nog niets: in elke campagne zitten minder dan tien mensen, of de eerste nacht moet nog komen.',
  'wall.department': 'Afdeling',
  'wall.all': 'Allemaal',
  'wall.people': 'Mensen',
  'wall.came': 'Gekomen',
  'wall.ordered': 'Besteld',
  'wall.spent': 'Punten besteed',
  'wall.atLeast': '{count} of meer',
  'wall.few': 'minder dan 5',
}
