import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { DeskLink } from '#backoffice/desk-address.tsx'
import type { DeskPageProps } from '#backoffice/desk-page-props.ts'
import { deskQuery } from '#backoffice/desk-queries.ts'
import { CaseDeeds } from '#backoffice/holders/CaseDeeds.tsx'
import { CaseDialog } from '#backoffice/holders/CaseDialog.tsx'
import { CaseFacts } from '#backoffice/holders/CaseFacts.tsx'
import type { CaseDeed } from '#backoffice/holders/case-shape.ts'
import { HolderScreen } from '#backoffice/holders/HolderScreen.tsx'
import { HolderStateMark } from '#backoffice/holders/holders-list.tsx'
import { Timeline } from '#backoffice/holders/Timeline.tsx'
import { Notice } from '#backoffice/parts/Notice.tsx'
import { PageAwaited } from '#backoffice/parts/PageAwaited.tsx'
import { PageHead } from '#backoffice/parts/PageHead.tsx'
import { StateMark } from '#backoffice/parts/StateMark.tsx'
import { useSay } from '#backoffice/words/desk-words.tsx'

import css from './HolderPage.module.css'

/** One holder: facts, what happened, what they see; and what can be done for them. */
export function HolderPage({ staff, params: { id = '' } }: DeskPageProps) {
  const say = useSay()
  const { data: found, error, refetch } = useQuery(deskQuery('voucherCase', { id }))
  const [deed, setDeed] = useState<CaseDeed | null>(null)
  const up = { to: '/desk/holders', word: say('case.holders') }
  if (!found) {
    return (
      <PageAwaited title={say('case.holder')} up={up} error={error} again={() => void refetch()} />
    )
  }
  const { person, last3, state, channel } = found
  const title =
    last3 === ''
      ? person.name || say('case.voucherAlone')
      : person.name === ''
        ? say('case.voucher', { code: last3 })
        : say('case.title', { name: person.name, code: last3 })
  return (
    <>
      <PageHead
        title={title}
        up={up}
        beside={
          <>
            {last3 === '' && state === 'open' ? (
              <StateMark kind="wait">{say('case.noCode')}</StateMark>
            ) : (
              <HolderStateMark say={say} state={state} />
            )}
            <span className={css.mark}>{channel.id}</span>
          </>
        }
        subject={`voucher ${id}`}
      />
      <CaseDeeds staff={staff} found={found} open={setDeed} />
      {last3 === '' && state !== 'forgotten' ? (
        <Notice kind="info">
          {say(found.codes_replaced > 0 ? 'case.codeWaitsAgain' : 'case.codeWaits')}{' '}
          <DeskLink to={`/desk/batches/${found.batch.id}`}>
            {say('batchNumber', { id: found.batch.id })}
          </DeskLink>
        </Notice>
      ) : null}
      <div className={css.columns}>
        <CaseFacts staff={staff} found={found} open={setDeed} />
        <Timeline
          found={found}
          mayUndo={staff.permissions.includes('voucher.change')}
          onUndo={(line) => setDeed({ kind: 'undo', line })}
        />
        <HolderScreen found={found} />
      </div>
      {deed ? (
        <CaseDialog staff={staff} found={found} deed={deed} onClose={() => setDeed(null)} />
      ) : null}
    </>
  )
}
