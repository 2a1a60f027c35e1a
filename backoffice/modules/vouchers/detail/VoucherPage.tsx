import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { nameOfBatch } from '#backoffice/modules/vouchers/batches/BatchName.tsx'
import { ChannelName } from '#backoffice/kit/display/ChannelName.tsx'
import { BackofficeLink } from '#backoffice/kit/router/address.tsx'
import type { StaffPageProps } from '#backoffice/kit/page/staff-page-props.ts'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { VoucherActions } from '#backoffice/modules/vouchers/detail/VoucherActions.tsx'
import { VoucherActionDialog } from '#backoffice/modules/vouchers/detail/VoucherActionDialog.tsx'
import { VoucherFacts } from '#backoffice/modules/vouchers/detail/VoucherFacts.tsx'
import type { Case, VoucherAction } from '#backoffice/modules/vouchers/detail/voucher-detail.ts'
import { StorefrontPreview } from '#backoffice/modules/vouchers/detail/StorefrontPreview.tsx'
import { HolderStateMark, shownState } from '#backoffice/modules/vouchers/voucher-list.tsx'
import { VoucherTimeline } from '#backoffice/modules/vouchers/detail/VoucherTimeline.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { PagePending } from '#backoffice/kit/page/PagePending.tsx'
import { PageHead } from '#backoffice/kit/page/PageHead.tsx'
import { StatusMark } from '#backoffice/kit/display/StatusMark.tsx'
import { type Translate, useTranslate } from '#backoffice/i18n/translator.tsx'

import css from './VoucherPage.module.css'

const titleOf = ({ person, last3 }: Case, t: Translate) =>
  person.name || (last3 === '' ? t('voucher.voucherAlone') : t('voucher.voucher', { code: last3 }))

/** One holder: facts, what happened, what they see; and what can be done for them. */
export function VoucherPage({ staff, params: { id = '' } }: StaffPageProps) {
  const t = useTranslate()
  const { data: found, error, refetch } = useQuery(staffQuery('voucherPage', { id }))
  const [action, setAction] = useState<VoucherAction | null>(null)
  const again = () => void refetch()
  const parent = { to: '/backoffice/recipients', label: t('voucher.holders') }
  if (!found) {
    return <PagePending title={t('voucher.holder')} parent={parent} error={error} onRetry={again} />
  }
  const { last3, state } = found
  const title = titleOf(found, t)
  return (
    <>
      <PageHead
        title={title}
        parent={parent}
        besideTitle={<VoucherMarks found={found} />}
        auditSubject={`voucher ${id}`}
      />
      <VoucherActions staff={staff} found={found} open={setAction} />
      {last3 === '' && state !== 'erased' ? (
        <Notice kind="info">
          {t(found.codes_replaced > 0 ? 'voucher.codeWaitsAgain' : 'voucher.codeWaits')}{' '}
          <BackofficeLink to={`/backoffice/batches/${found.batch.id}`}>
            {nameOfBatch(t, found.batch)}
          </BackofficeLink>
        </Notice>
      ) : null}
      <div className={css.columns}>
        <VoucherFacts staff={staff} found={found} open={setAction} />
        <VoucherTimeline
          found={found}
          mayUndo={staff.permissions.includes('voucher.change')}
          onUndo={(line) => setAction({ kind: 'undo', line })}
        />
        <StorefrontPreview found={found} />
      </div>
      {action ? (
        <VoucherActionDialog
          staff={staff}
          found={found}
          action={action}
          onClose={() => setAction(null)}
        />
      ) : null}
    </>
  )
}

function VoucherMarks({ found }: { found: Case }) {
  const t = useTranslate()
  const { last3, state, channel } = found
  return (
    <>
      {last3 === '' || found.person.name === '' ? null : (
        <span className={css.mark}>···{last3}</span>
      )}
      {last3 === '' && state === 'open' ? (
        <StatusMark kind="wait">{t('voucher.noCode')}</StatusMark>
      ) : (
        <HolderStateMark t={t} state={shownState(state, found.balance)} />
      )}
      <span className={css.mark}>
        <ChannelName id={channel.id} />
      </span>
    </>
  )
}
