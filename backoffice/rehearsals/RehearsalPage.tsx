import { useQuery } from '@tanstack/react-query'

import type { DeskPageProps } from '#backoffice/desk-page-props.ts'
import { deskQuery } from '#backoffice/desk-queries.ts'
import { Moment } from '#backoffice/parts/Moment.tsx'
import { Notice } from '#backoffice/parts/Notice.tsx'
import { PageAwaited } from '#backoffice/parts/PageAwaited.tsx'
import { PageHead } from '#backoffice/parts/PageHead.tsx'
import { WorkProgress } from '#backoffice/parts/WorkProgress.tsx'
import { stateOf } from '#backoffice/rehearsals/rehearsal-list.tsx'
import { SeasonReport } from '#backoffice/rehearsals/SeasonReport.tsx'
import { useSay } from '#backoffice/words/desk-words.tsx'

import css from './Rehearsals.module.css'

export function RehearsalPage({ staff, params: { id = '' } }: DeskPageProps) {
  const say = useSay()
  const { data, error, refetch } = useQuery(deskQuery('rehearsal', { id }))
  if (!data) {
    return (
      <PageAwaited
        title={say('reh.one')}
        up={{ to: '/desk/channels', word: say('channels') }}
        error={error}
        again={() => void refetch()}
      />
    )
  }
  const mine = data.staff.id === staff.id || staff.role === 'owner'
  return (
    <>
      <PageHead
        title={say('reh.of', { channel: data.channel_name })}
        up={{ to: `/desk/channels/${data.channel}/rehearsals`, word: say('reh.title') }}
        beside={
          <>
            {stateOf(say, data)}{' '}
            <span className={css.soft}>
              {data.staff.name}, <Moment at={data.made_at} />
            </span>
          </>
        }
        subject={`rehearsal ${id}`}
      />
      <div className={css.body}>
        {data.report === null && data.work !== null && mine ? (
          <WorkProgress key={data.work} id={data.work} />
        ) : null}
        {data.problem !== '' && data.state === 'failed' ? (
          <Notice kind="bad">{say('reh.broken', { problem: data.problem })}</Notice>
        ) : null}
        {data.report ? <SeasonReport id={id} report={data.report} /> : null}
      </div>
    </>
  )
}
