import { useQuery } from '@tanstack/react-query'

import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { browserOf } from '#domain/staff/browser-name.ts'
import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { DateTime } from '#backoffice/kit/time/DateTime.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { StatusMark } from '#backoffice/kit/display/StatusMark.tsx'
import { Card } from '#backoffice/kit/page/Card.tsx'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'

import css from '../../../kit/sign-in/Account.module.css'

/** The user's own sessions, each with a button that ends it. */
export function OwnSessions() {
  const t = useTranslate()
  const { data } = useQuery(staffQuery('ownSessions', {}))
  const endOthers = useAction('endOtherSessions', { done: () => t('otherSessionsEnded') })
  const endSession = useAction('endOwnSession', { done: () => t('sessionsEnded', { count: 1 }) })
  return (
    <Card title={t('sessions')}>
      <div className={css.part}>
        {(endSession.failure ?? endOthers.failure) ? (
          <Notice kind="bad">{endSession.failure ?? endOthers.failure}</Notice>
        ) : null}
        <ul className={css.rows}>
          {(data?.items ?? []).map(({ id, address, agent, seen_at, this_one }) => (
            <li key={id}>
              <span>
                {browserOf(agent)} <span className={css.soft}>{address}</span>
                <br />
                <span className={css.soft}>
                  {t('lastSeen')} <DateTime at={seen_at} />
                </span>
              </span>
              {this_one ? (
                <StatusMark kind="done">{t('currentSession')}</StatusMark>
              ) : (
                <ActionButton
                  small
                  busy={endSession.busy}
                  onClick={() => void endSession.run({ id })}
                >
                  {t('endSession')}
                </ActionButton>
              )}
            </li>
          ))}
        </ul>
        {(data?.items.length ?? 0) > 1 ? (
          <ActionButton busy={endOthers.busy} onClick={() => void endOthers.run({})}>
            {t('endOtherSessions')}
          </ActionButton>
        ) : null}
      </div>
    </Card>
  )
}
