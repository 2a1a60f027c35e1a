import { useEmployerSay } from '#employer-portal/i18n/employer-translator.tsx'
import type { TableWords } from '#backoffice/kit/display/StatisticsTable.tsx'

export function useTableWords(): TableWords {
  const say = useEmployerSay()
  return {
    campaign: say('campaign'),
    department: say('department'),
    all: say('everybody'),
    people: say('peopleCount'),
    sent: say('sent'),
    bounced: say('bounced'),
    came: say('came'),
    ordered: say('ordered'),
    points: say('pointsSpent'),
    few: say('few'),
    atLeast: (count) => say('orMore', { count }),
  }
}
