import { useQuery } from '@tanstack/react-query'

import { deskQuery } from '#backoffice/desk-queries.ts'
import { actionWords } from '#backoffice/parts/action-words.ts'
import { Moment } from '#backoffice/parts/Moment.tsx'
import { useSay } from '#backoffice/words/desk-words.tsx'
import type { DeskInput } from '#contract/desk/desk-call.ts'

import css from './History.module.css'

/** What was done, the newest first: to one thing, or by one person. */
export function History({
  title,
  asked,
}: {
  title: string
  asked: Pick<DeskInput<'audit'>, 'subject_kind' | 'subject_id' | 'staff' | 'limit'>
}) {
  const say = useSay()
  const { data } = useQuery(deskQuery('audit', asked))
  if (!data || data.items.length === 0) return null
  return (
    <section className={css.history}>
      <h2>{title}</h2>
      <ol>
        {data.items.map(({ id, at, staff, action, reason }) => (
          <li key={id}>
            <p>
              {actionWords(say, action)}
              {staff ? <span className={css.soft}> · {staff.name}</span> : null}
              {reason ? <q className={css.reason}>{reason}</q> : null}
            </p>
            <Moment at={at} />
          </li>
        ))}
      </ol>
    </section>
  )
}
