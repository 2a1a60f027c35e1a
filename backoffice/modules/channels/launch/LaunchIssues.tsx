import { useQuery } from '@tanstack/react-query'

import { fetchBackoffice } from '#backoffice/kit/api/backoffice-client.ts'
import { StatusMark } from '#backoffice/kit/display/StatusMark.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'

type Counted = StaffResponse<'launchIssueCounts'>['items'][number]

/** As many as one question names. */
const MOST = 50
let waiting: { id: string; tell: (answer: Promise<Counted[]>) => void }[] = []

/** Batches the requests of all rows into one. The list itself does not wait for the result. */
function findingsOf(id: string): Promise<Counted | null> {
  if (waiting.length === 0) queueMicrotask(askAll)
  const answer = new Promise<Promise<Counted[]>>((tell) => waiting.push({ id, tell }))
  return answer.then((items) => items).then((items) => items.find((item) => item.id === id) ?? null)
}

function askAll() {
  const all = waiting
  waiting = []
  for (let from = 0; from < all.length; from += MOST) {
    const some = all.slice(from, from + MOST)
    const counts = fetchBackoffice('launchIssueCounts', { ids: some.map(({ id }) => id).join(',') })
    for (const { tell } of some) tell(counts.then(({ items }) => items))
  }
}

/** The number of launch issues of a channel. */
export function LaunchIssues({ id, isOpen }: { id: string; isOpen: boolean }) {
  const t = useTranslate()
  const { data } = useQuery({ queryKey: ['launchIssueCounts', id], queryFn: () => findingsOf(id) })
  if (!data) return null
  const { bad, warn } = data
  if (isOpen && bad + warn > 0)
    return <StatusMark kind="warn">{t('channel.improve', { count: bad + warn })}</StatusMark>
  if (bad > 0) return <StatusMark kind="bad">{t('channel.bad', { count: bad })}</StatusMark>
  if (warn > 0) return <StatusMark kind="warn">{t('channel.warn', { count: warn })}</StatusMark>
  return <StatusMark kind="done">{t('channel.fine')}</StatusMark>
}
