import { useState } from 'react'

import { StatusMark } from '#backoffice/kit/display/StatusMark.tsx'
import { useTimeZone } from '#backoffice/kit/time/use-time-zone.ts'
import { type Translate, useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'

type Campaign = StaffResponse<'campaigns'>['items'][number]

const STATUS_MARKS = { planned: 'wait', running: 'done', ended: 'off' } as const

function statusOn(today: string, { opens, closes }: Campaign): keyof typeof STATUS_MARKS {
  if (closes !== null && closes < today) return 'ended'
  return opens !== null && opens > today ? 'planned' : 'running'
}

/** Whether the campaign is planned, running or ended today, in its channel's time zone. */
export function CampaignStatus({ campaign }: { campaign: Campaign }) {
  const t = useTranslate()
  const zone = useTimeZone(campaign.channel)
  const [now] = useState(() => new Date())
  const status = statusOn(now.toLocaleDateString('sv-SE', { timeZone: zone }), campaign)
  return <StatusMark kind={STATUS_MARKS[status]}>{t(`campaign.${status}`)}</StatusMark>
}

/** The remaining budget and the total budget. */
export function budgetLeftText(
  t: Translate,
  language: string,
  { budget_left: left, budget_points: all }: Campaign,
): string {
  if (left === null || all === null) return '–'
  return t('ofTotal', { some: left.toLocaleString(language), all: all.toLocaleString(language) })
}
