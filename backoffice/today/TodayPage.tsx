import { useQuery } from '@tanstack/react-query'

import type { DeskPageProps } from '#backoffice/desk-page-props.ts'
import { deskQuery } from '#backoffice/desk-queries.ts'
import { PageHead } from '#backoffice/parts/PageHead.tsx'
import { useSay } from '#backoffice/words/desk-words.tsx'

import css from './TodayPage.module.css'

/** Where the day begins. */
export function TodayPage({ staff }: DeskPageProps) {
  const say = useSay()
  const { data } = useQuery(deskQuery('channelNames', {}))
  return (
    <>
      <PageHead title={say('today')} />
      <div className={css.body}>
        <section className={css.part}>
          <h2>{say('whereYouWork')}</h2>
          <p>{say(`role.${staff.role}`)}</p>
          <ul className={css.channels}>
            {(data?.items ?? []).map(({ id, name }) => (
              <li key={id}>
                <span className={css.id}>{id}</span> {name}
              </li>
            ))}
          </ul>
        </section>
      </div>
    </>
  )
}
