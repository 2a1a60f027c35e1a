import { useQuery } from '@tanstack/react-query'

import { deskQuery } from '#backoffice/desk-queries.ts'
import { browserOf } from '#domain/browser-of.ts'
import { DeskButton } from '#backoffice/parts/DeskButton.tsx'
import { Moment } from '#backoffice/parts/Moment.tsx'
import { Notice } from '#backoffice/parts/Notice.tsx'
import { StateMark } from '#backoffice/parts/StateMark.tsx'
import { useDeed } from '#backoffice/use-deed.ts'
import { useSay } from '#backoffice/words/desk-words.tsx'

import css from './AccountPage.module.css'

/** Where one is signed in; each can be ended from here. */
export function OwnSessions() {
  const say = useSay()
  const { data } = useQuery(deskQuery('ownSessions', {}))
  const others = useDeed('endOtherSessions', { done: () => say('otherSessionsEnded') })
  const deed = useDeed('endOwnSession', { done: () => say('sessionsEnded', { count: 1 }) })
  return (
    <section className={css.part} aria-label={say('sessions')}>
      <h2>{say('sessions')}</h2>
      {(deed.wrong ?? others.wrong) ? (
        <Notice kind="bad">{deed.wrong ?? others.wrong}</Notice>
      ) : null}
      <ul className={css.rows}>
        {(data?.items ?? []).map(({ id, address, agent, seen_at, this_one }) => (
          <li key={id}>
            <span>
              {browserOf(agent)} <span className={css.soft}>{address}</span>
              <br />
              <span className={css.soft}>
                {say('lastSeen')} <Moment at={seen_at} />
              </span>
            </span>
            {this_one ? (
              <StateMark kind="done">{say('thisOne')}</StateMark>
            ) : (
              <DeskButton little busy={deed.busy} onClick={() => void deed.run({ id })}>
                {say('endSession')}
              </DeskButton>
            )}
          </li>
        ))}
      </ul>
      {(data?.items.length ?? 0) > 1 ? (
        <DeskButton busy={others.busy} onClick={() => void others.run({})}>
          {say('endOtherSessions')}
        </DeskButton>
      ) : null}
    </section>
  )
}
