import { useQuery } from '@tanstack/react-query'

import { fetchBackoffice } from '#backoffice/kit/api/backoffice-client.ts'
import { StatusMark } from '#backoffice/kit/display/StatusMark.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'

type IssueCounts = StaffResponse<'launchIssueCounts'>['items'][number]

/** The most channels in one request. */
const MAX_CHANNELS = 50
let waiting: { id: string; resolve: (counts: Promise<IssueCounts[]>) => void }[] = []

/** Combines the requests of all rows into a few. The list itself does not wait for the result. */
async function issueCountsOf(id: string): Promise<IssueCounts | null> {
  if (waiting.length === 0) queueMicrotask(requestCounts)
  const counts = await new Promise<IssueCounts[]>((resolve) => waiting.push({ id, resolve }))
  return counts.find((item) => item.id === id) ?? null
}

function requestCounts() {
  const all = waiting
  waiting = []
  for (let from = 0; from < all.length; from += MAX_CHANNELS) {
    const batch = all.slice(from, from + MAX_CHANNELS)
    const response = fetchBackoffice('launchIssueCounts', {
      ids: batch.map(({ id }) => id).join(','),
    })
    const counts = response.then(({ items }) => items)
    for (const { resolve } of batch) resolve(counts)
  }
}

/** The number of launch issues of a channel. */
export function LaunchIssues({ id, isOpen }: { id: string; isOpen: boolean }) {
  const t = useTranslate()
  const { data } = useQuery({
    queryKey: ['launchIssueCounts', id],
    queryFn: () => issueCountsOf(id),
  })
  if (!data) return null
  const { bad, warn } = data
  if (isOpen && bad + warn > 0)
    return <StatusMark kind="warn">{t('channel.improve', { count: bad + warn })}</StatusMark>
  if (bad > 0) return <StatusMark kind="bad">{t('channel.bad', { count: bad })}</StatusMark>
  if (warn > 0) return <StatusMark kind="warn">{t('channel.warn', { count: warn })}</StatusMark>
  return <StatusMark kind="done">{t('channel.fine')}</StatusMark>
}
