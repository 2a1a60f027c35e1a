import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import {
  type BatchDraft,
  isShort,
  sumOf,
  vouchersOf,
} from '#backoffice/modules/vouchers/batches/batch-draft.ts'
import { ChannelName } from '#backoffice/kit/display/ChannelName.tsx'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { formatDay } from '#backoffice/kit/time/day-text.ts'
import { useBackofficeLanguage, useTranslate } from '#backoffice/i18n/translator.tsx'

import css from './Batches.module.css'

type Props = { values: BatchDraft; today: string }

/** What the earlier steps decided, shown before the vouchers are created. */
export function BatchSummary({ values, today }: Props) {
  const t = useTranslate()
  const { language } = useBackofficeLanguage()
  const day = (text: string) => formatDay(language, text)
  const count = vouchersOf(values)
  const points = Number(values.points) || 0
  return (
    <>
      <dl className={css.facts}>
        <Fact name={t('channel')}>
          <ChannelName id={values.channel} />
        </Fact>
        {values.campaign === '' ? (
          <Fact name={t('campaign')}>{t('noCampaign')}</Fact>
        ) : (
          <CampaignFacts values={values} />
        )}
        <Fact name={t('validFrom')}>{values.from ? day(values.from) : t('atOnce')}</Fact>
        <Fact name={t('validUntil')}>{values.until ? day(values.until) : t('endless')}</Fact>
        {isShort(values, today) ? <Fact name={t('whyShort')}>{values.shortReason}</Fact> : null}
        <Fact name={t('howMany')}>
          {t('summaryOfBatch', { count, points, total: count * points })}
        </Fact>
        <Fact name={t('noteOfBatch')}>{values.note || '–'}</Fact>
      </dl>
      <TextsOfSender values={values} />
    </>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

/** Employer, campaign and its budget with and without this batch. */
function CampaignFacts({ values }: { values: BatchDraft }) {
  const t = useTranslate()
  const { language } = useBackofficeLanguage()
  const { data } = useQuery(staffQuery('campaigns', { ids: values.campaign }))
  const campaign = data?.items[0]
  const { data: employers } = useQuery({
    ...staffQuery('employers', { ids: campaign?.employer ?? '' }),
    enabled: campaign !== undefined,
  })
  if (!campaign) return null
  const left = campaign.budget_left
  const points = (amount: number) =>
    t('pointsOfBudget', { count: amount, amount: amount.toLocaleString(language) })
  return (
    <>
      <Fact name={t('campaign')}>
        {[campaign.name, employers?.items[0]?.name].filter(Boolean).join(', ')}
      </Fact>
      {left === null ? null : (
        <>
          <Fact name={t('budgetBefore')}>{points(left)}</Fact>
          <Fact name={t('budgetAfter')}>
            {points(left - sumOf(values))}
            {left < sumOf(values) ? <Notice kind="bad">{t('budgetTooSmall')}</Notice> : null}
          </Fact>
        </>
      )}
    </>
  )
}

/** Sender and message as they appear in letters and emails. */
function TextsOfSender({ values }: { values: BatchDraft }) {
  const t = useTranslate()
  const others = Object.entries(values.senderIn).filter(([, words]) => words !== '')
  return (
    <dl className={css.facts}>
      <Fact name={t('senderName')}>{values.senderName || '–'}</Fact>
      <Fact name={t('senderMessage')}>
        {values.senderMessage === '' && others.length === 0 ? '–' : null}
        {values.senderMessage === '' ? null : <p className={css.said}>{values.senderMessage}</p>}
        {others.map(([language, words]) => (
          <p key={language} lang={language} className={css.said}>
            {words}
          </p>
        ))}
      </Fact>
      {values.senderImage === '' ? null : (
        <Fact name={t('media.ofSender')}>{t('pictureChosen')}</Fact>
      )}
    </dl>
  )
}
