import { useQuery } from '@tanstack/react-query'

import { deskQuery } from '#backoffice/desk-queries.ts'
import { actionWords } from '#backoffice/parts/action-words.ts'
import { Moment } from '#backoffice/parts/Moment.tsx'
import { useSay } from '#backoffice/words/desk-words.tsx'

import css from './History.module.css'

/** What became of one thing, the newest first. */
export function History({ kind, id }: { kind: string; id: string }) {
  const say = useSay()
  const { data } = useQuery(deskQuery('audit', { subject_kind: kind, subject_id: id, limit: 20 }))
  if (!data || data.items.length === 0) return null
  return (
    <section className={css.history}>
      <h2>{say('history')}</h2>
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
