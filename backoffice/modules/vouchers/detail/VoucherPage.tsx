import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { batchName } from '#backoffice/modules/vouchers/batches/BatchName.tsx'
import { ChannelName } from '#backoffice/kit/display/ChannelName.tsx'
import { BackofficeLink } from '#backoffice/kit/router/address.tsx'
import type { StaffPageProps } from '#backoffice/kit/page/staff-page-props.ts'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { VoucherActions } from '#backoffice/modules/vouchers/detail/VoucherActions.tsx'
import { VoucherActionDialog } from '#backoffice/modules/vouchers/detail/VoucherActionDialog.tsx'
import { VoucherFacts } from '#backoffice/modules/vouchers/detail/VoucherFacts.tsx'
import type {
  VoucherDetail,
  VoucherAction,
} from '#backoffice/modules/vouchers/detail/voucher-detail.ts'
import { StorefrontPreview } from '#backoffice/modules/vouchers/detail/StorefrontPreview.tsx'
import { HolderStateMark, displayedState } from '#backoffice/modules/vouchers/voucher-list.tsx'
import { VoucherTimeline } from '#backoffice/modules/vouchers/detail/VoucherTimeline.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { PagePending } from '#backoffice/kit/page/PagePending.tsx'
import { PageHead } from '#backoffice/kit/page/PageHead.tsx'
import { StatusMark } from '#backoffice/kit/display/StatusMark.tsx'
import { type Translate, useTranslate } from '#backoffice/i18n/translator.tsx'

import css from './VoucherPage.module.css'

const titleOf = ({ person, last3 }: VoucherDetail, t: Translate) =>
  person.name || (last3 === '' ? t('voucher.voucherAlone') : t('voucher.voucher', { code: last3 }))

/** One recipient: facts, history, a preview of the shop, and actions. */
export function VoucherPage({ staff, params: { id = '' } }: StaffPageProps) {
  const t = useTranslate()
  const { data: voucher, error, refetch } = useQuery(staffQuery('voucherPage', { id }))
  const [action, setAction] = useState<VoucherAction | null>(null)
  const retry = () => void refetch()
  const parent = { to: '/backoffice/recipients', label: t('voucher.holders') }
  if (!voucher) {
    return <PagePending title={t('voucher.holder')} parent={parent} error={error} onRetry={retry} />
  }
  const { last3, state } = voucher
  const title = titleOf(voucher, t)
  return (
    <>
      <PageHead
        title={title}
        parent={parent}
        besideTitle={<VoucherMarks voucher={voucher} />}
        auditSubject={`voucher ${id}`}
      />
      <VoucherActions staff={staff} voucher={voucher} onOpen={setAction} />
      {last3 === '' && state !== 'erased' ? (
        <Notice kind="info">
          {t(voucher.codes_replaced > 0 ? 'voucher.codeWaitsAgain' : 'voucher.codeWaits')}{' '}
          <BackofficeLink to={`/backoffice/batches/${voucher.batch.id}`}>
            {batchName(t, voucher.batch)}
          </BackofficeLink>
        </Notice>
      ) : null}
      <div className={css.columns}>
        <VoucherFacts staff={staff} voucher={voucher} onOpen={setAction} />
        <VoucherTimeline
          voucher={voucher}
          mayUndo={staff.permissions.includes('voucher.change')}
          onUndo={(line) => setAction({ kind: 'undo', auditId: line })}
        />
        <StorefrontPreview voucher={voucher} />
      </div>
      {action ? (
        <VoucherActionDialog
          staff={staff}
          voucher={voucher}
          action={action}
          onClose={() => setAction(null)}
        />
      ) : null}
    </>
  )
}

function VoucherMarks({ voucher }: { voucher: VoucherDetail }) {
  const t = useTranslate()
  const { last3, state, channel } = voucher
  return (
    <>
      {last3 === '' || voucher.person.name === '' ? null : (
        <span className={css.mark}>···{last3}</span>
      )}
      {last3 === '' && state === 'open' ? (
        <StatusMark kind="wait">{t('voucher.noCode')}</StatusMark>
      ) : (
        <HolderStateMark t={t} state={displayedState(state, voucher.balance)} />
      )}
      <span className={css.mark}>
        <ChannelName id={channel.id} />
      </span>
    </>
  )
}
