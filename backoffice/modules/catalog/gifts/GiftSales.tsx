import { useQuery } from '@tanstack/react-query'

import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { TimeChart } from '#backoffice/kit/charts/TimeChart.tsx'
import { useChartTexts } from '#backoffice/kit/charts/use-chart-texts.ts'
import { Card } from '#backoffice/kit/page/Card.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'

import css from './GiftSide.module.css'

const HEIGHT = 150

/** Units ordered in each of the last twelve weeks, and the stock at the end of each. */
export function GiftSales({ gift, isOfOwnChannels }: { gift: string; isOfOwnChannels: boolean }) {
  const t = useTranslate()
  const { language, texts } = useChartTexts()
  const { data } = useQuery(staffQuery('giftSales', { id: gift }))
  if (!data) return null
  const { weeks } = data
  const sold = weeks.reduce((sum, week) => sum + week.sold, 0)
  const soldText = t(isOfOwnChannels ? 'soldInWeeksHere' : 'soldInWeeks', {
    count: sold,
    weeks: weeks.length,
  })
  if (sold === 0) {
    return (
      <Card title={t('salesAndStock')}>
        <p className={css.soft}>{soldText}</p>
      </Card>
    )
  }
  const chart = {
    at: weeks.map(({ to }) => to),
    format: (value: number) => value.toLocaleString(language),
    height: HEIGHT,
    language,
    texts,
  }
  const hasStock = weeks.some(({ stock }) => stock !== null)
  return (
    <Card title={t('salesAndStock')} foldsOnPhone aside={soldText}>
      <h3 className={css.heading}>{t('soldPerWeek')}</h3>
      <TimeChart
        {...chart}
        title={t('soldPerWeek')}
        series={[
          {
            key: 'sold',
            name: t('soldPerWeek'),
            variant: 'bars',
            values: weeks.map((week) => week.sold),
          },
        ]}
      />
      {hasStock ? (
        <>
          <h3 className={css.heading}>{t('stockPerWeek')}</h3>
          <TimeChart
            {...chart}
            title={t('stockPerWeek')}
            kind="last"
            steps
            series={[
              { key: 'stock', name: t('stockPerWeek'), values: weeks.map((week) => week.stock) },
            ]}
          />
        </>
      ) : null}
    </Card>
  )
}
