import { useQuery } from '@tanstack/react-query'

import { BackofficeLink, goTo } from '#backoffice/kit/router/address.tsx'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { ActionButton, actionButtonClass } from '#backoffice/kit/display/ActionButton.tsx'
import { Moment } from '#backoffice/kit/time/DateTime.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { PageHead } from '#backoffice/kit/page/PageHead.tsx'
import { Trouble } from '#backoffice/kit/page/LoadError.tsx'
import { NumbersTable } from '#backoffice/kit/display/NumbersTable.tsx'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { type Say, useSay } from '#backoffice/i18n/translator.tsx'
import type { WordKey } from '#backoffice/i18n/dictionary.ts'
import type { StaffResponse } from '#contract/client.staff.ts'

import css from './Retention.module.css'

type Answer = StaffResponse<'retention'>

/** How long names are kept, who is due, and what is cleared without anybody. */
export function RetentionPage() {
  const say = useSay()
  const { data, error, refetch } = useQuery(staffQuery('retention', {}))
  return (
    <>
      <PageHead
        title={say('retention')}
        acts={
          <BackofficeLink className={actionButtonClass()} to="/backoffice/retention/runs">
            {say('time.allRuns')}
          </BackofficeLink>
        }
      />
      <div className={css.body}>
        <p className={css.soft}>{say('time.retentionHelp')}</p>
        {error ? <Trouble error={error} again={() => void refetch()} /> : null}
        {data ? <Channels channels={data.channels} /> : null}
        {data ? <Clearing clearing={data.clearing} /> : null}
      </div>
    </>
  )
}

function Channels({ channels }: { channels: Answer['channels'] }) {
  const say = useSay()
  const look = useAction('lookForRetention', { done: () => say('time.looked') })
  return (
    <section className={css.part} aria-label={say('time.channels')}>
      <h2>{say('time.channels')}</h2>
      {look.wrong ? <Notice kind="bad">{look.wrong}</Notice> : null}
      <NumbersTable
        head={[
          say('channel'),
          say('time.lastRun'),
          say('time.months'),
          say('time.due'),
          say('time.look'),
        ]}
        words={2}
        stacked
      >
        {channels.map(({ id, name, months, due, last_run }) => (
          <tr key={id}>
            <td>
              <BackofficeLink to={`/backoffice/channels/${id}`}>{name}</BackofficeLink>
            </td>
            <td data-head={say('time.lastRun')}>
              {last_run ? (
                <BackofficeLink to={`/backoffice/retention/runs/${last_run.id}`}>
                  <Moment at={last_run.at} />
                </BackofficeLink>
              ) : (
                <span className={css.soft}>{say('time.never')}</span>
              )}
            </td>
            <td className={css.number} data-head={say('time.months')}>
              {months}
            </td>
            <td className={css.number} data-head={say('time.due')}>
              {due}
            </td>
            <td className={css.number} data-wide>
              <ActionButton
                busy={look.busy}
                aria-label={say('time.lookIn', { channel: name })}
                onClick={() =>
                  void look
                    .run({ channel: id })
                    .then((run) => run && goTo(`/backoffice/retention/runs/${run.id}`))
                }
              >
                {say('time.look')}
              </ActionButton>
            </td>
          </tr>
        ))}
      </NumbersTable>
    </section>
  )
}

/** A kind without words does not compile on the server's side alone: what has none is told by its name. */
const CLEARED: Readonly<Record<string, WordKey>> = {
  sessions: 'time.clearing.sessions',
  'session-tickets': 'time.clearing.session-tickets',
  'staff-sessions': 'time.clearing.staff-sessions',
  'employer-sessions': 'time.clearing.employer-sessions',
  'employer-invitations': 'time.clearing.employer-invitations',
  'sign-in-challenges': 'time.clearing.sign-in-challenges',
  tokens: 'time.clearing.tokens',
  'account-notices': 'time.clearing.account-notices',
  'password-failures': 'time.clearing.password-failures',
  'password-resets': 'time.clearing.password-resets',
  'reset-requests': 'time.clearing.reset-requests',
  'known-devices': 'time.clearing.known-devices',
  invitations: 'time.clearing.invitations',
  'supplier-links': 'time.clearing.supplier-links',
  'batch-changes': 'time.clearing.batch-changes',
  webhooks: 'time.clearing.webhooks',
  tries: 'time.clearing.tries',
  answers: 'time.clearing.answers',
  visits: 'time.clearing.visits',
  presence: 'time.clearing.presence',
  proposals: 'time.clearing.proposals',
  'import-rows': 'time.clearing.import-rows',
  work: 'time.clearing.work',
}

function keptFor(say: Say, hours: number): string {
  if (hours === 0) return say('time.atOnce')
  return hours % 24 === 0
    ? say('time.days', { count: hours / 24 })
    : say('time.hours', { count: hours })
}

function Clearing({ clearing }: { clearing: Answer['clearing'] }) {
  const say = useSay()
  return (
    <section className={css.part} aria-label={say('time.clearing')}>
      <h2>{say('time.clearing')}</h2>
      <NumbersTable
        head={[say('what'), say('time.keptFor'), say('time.lastCleared'), say('time.clearedSoFar')]}
        words={3}
      >
        {clearing.map(({ name, hours, last_at, cleared }) => {
          const word = CLEARED[name]
          return (
            <tr key={name}>
              <td>{word ? say(word) : name}</td>
              <td>{keptFor(say, hours)}</td>
              <td>{last_at ? <Moment at={last_at} /> : say('time.never')}</td>
              <td className={css.number}>{cleared}</td>
            </tr>
          )
        })}
      </NumbersTable>
    </section>
  )
}
