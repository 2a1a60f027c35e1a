import { usePortalTranslate } from '#employer-portal/i18n/employer-translator.tsx'
import type { TableTexts } from '#backoffice/kit/display/StatisticsTable.tsx'

export function useTableWords(): TableTexts {
  const t = usePortalTranslate()
  return {
    campaign: t('campaign'),
    department: t('department'),
    all: t('everybody'),
    people: t('peopleCount'),
    sent: t('sent'),
    bounced: t('bounced'),
    came: t('came'),
    ordered: t('ordered'),
    points: t('pointsSpent'),
    few: t('few'),
    atLeast: (count) => t('orMore', { count }),
  }
}
