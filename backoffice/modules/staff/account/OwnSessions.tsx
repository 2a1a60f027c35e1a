import { useQuery } from '@tanstack/react-query'

import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { browserOf } from '#domain/staff/browser-name.ts'
import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { Moment } from '#backoffice/kit/time/DateTime.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { StateMark } from '#backoffice/kit/display/StatusMark.tsx'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { useSay } from '#backoffice/i18n/translator.tsx'

import css from '../../../kit/sign-in/Account.module.css'

/** Where one is signed in; each can be ended from here. */
export function OwnSessions() {
  const say = useSay()
  const { data } = useQuery(staffQuery('ownSessions', {}))
  const others = useAction('endOtherSessions', { done: () => say('otherSessionsEnded') })
  const action = useAction('endOwnSession', { done: () => say('sessionsEnded', { count: 1 }) })
  return (
    <section className={css.part} aria-label={say('sessions')}>
      <h2>{say('sessions')}</h2>
      {(action.wrong ?? others.wrong) ? (
        <Notice kind="bad">{action.wrong ?? others.wrong}</Notice>
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
              <ActionButton little busy={action.busy} onClick={() => void action.run({ id })}>
                {say('endSession')}
              </ActionButton>
            )}
          </li>
        ))}
      </ul>
      {(data?.items.length ?? 0) > 1 ? (
        <ActionButton busy={others.busy} onClick={() => void others.run({})}>
          {say('endOtherSessions')}
        </ActionButton>
      ) : null}
    </section>
  )
}
