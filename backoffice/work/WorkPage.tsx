import { useQuery } from '@tanstack/react-query'

import type { DeskPageProps } from '#backoffice/desk-page-props.ts'
import { deskQuery } from '#backoffice/desk-queries.ts'
import { History } from '#backoffice/parts/History.tsx'
import { Moment } from '#backoffice/parts/Moment.tsx'
import { PageHead } from '#backoffice/parts/PageHead.tsx'
import { workName } from '#backoffice/parts/work-words.ts'
import { WorkProgress } from '#backoffice/parts/WorkProgress.tsx'
import { useSay } from '#backoffice/words/desk-words.tsx'

import css from './WorkPage.module.css'

export function WorkPage({ staff, params: { id = '' } }: DeskPageProps) {
  const say = useSay()
  const { data } = useQuery(deskQuery('work', { id }))
  const seesOwn = staff.permissions.some((one) => one === 'audit.read' || one === 'audit.own')
  return (
    <>
      <PageHead
        title={data ? workName(say, data.kind) : say('longWork')}
        up={{ to: '/desk/work', word: say('longWork') }}
        beside={
          data ? (
            <span className={css.soft}>
              {data.staff.name}, <Moment at={data.made_at} />
            </span>
          ) : null
        }
      />
      <div className={css.body}>
        <WorkProgress key={id} id={id} />
        {seesOwn ? (
          <History title={say('history')} asked={{ subject_kind: 'work', subject_id: id }} />
        ) : null}
      </div>
    </>
  )
}
