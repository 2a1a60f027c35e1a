import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { BackofficeLink } from '#backoffice/kit/router/address.tsx'
import type { StaffPageProps } from '#backoffice/kit/page/staff-page-props.ts'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { useDraft } from '#backoffice/kit/drafts/use-draft.ts'
import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { Form } from '#backoffice/kit/form/Form.tsx'
import { DateTime } from '#backoffice/kit/time/DateTime.tsx'
import { PagePending } from '#backoffice/kit/page/PagePending.tsx'
import { PageHead } from '#backoffice/kit/page/PageHead.tsx'
import { StatusMark } from '#backoffice/kit/display/StatusMark.tsx'
import { AnswerForSupplier } from '#backoffice/modules/fulfilment/suppliers/SupplierReply.tsx'
import {
  SupplierFields,
  supplierInput,
  type SupplierValues,
} from '#backoffice/modules/fulfilment/suppliers/SupplierFields.tsx'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import { type StaffResponse, staffAddress } from '#contract/client.staff.ts'

import css from './Suppliers.module.css'

type Supplier = StaffResponse<'staffSupplier'>
type Purchase = Supplier['purchases'][number]

/** A supplier and its purchase orders. */
export function SupplierPage({ staff, params: { id = '' } }: StaffPageProps) {
  const t = useTranslate()
  const { data, error, refetch } = useQuery(staffQuery('staffSupplier', { id }))
  const parent = { to: '/backoffice/suppliers', label: t('supplier.title') }
  if (!data) {
    return (
      <PagePending
        title={t('supplier.one')}
        parent={parent}
        error={error}
        again={() => void refetch()}
      />
    )
  }
  const mayWrite = staff.permissions.includes('parcel.write')
  return (
    <>
      <PageHead title={data.name} parent={parent} />
      <div className={css.body}>
        <section className={css.part} aria-label={t('supplier.purchases')}>
          <h2>{t('supplier.purchases')}</h2>
          {mayWrite ? (
            <p>
              <a href={staffAddress('purchasesAsFile', { id, as: 'csv' })} download>
                {t('supplier.file')}
              </a>
            </p>
          ) : null}
          {data.purchases.length === 0 ? <p className={css.soft}>{t('supplier.none')}</p> : null}
          <ul className={css.list}>
            {data.purchases.map((purchase) => (
              <OnePurchase
                key={purchase.number}
                purchase={purchase}
                byMail={data.way === 'mail'}
                mayWrite={mayWrite}
              />
            ))}
          </ul>
        </section>
        {mayWrite ? <ChangeSupplier key={data.version} supplier={data} me={staff.id} /> : null}
      </div>
    </>
  )
}

const MARK = { open: 'wait', sent: 'done', declined: 'warn', gone: 'off' } as const

function OnePurchase({
  purchase,
  byMail,
  mayWrite,
}: {
  purchase: Purchase
  byMail: boolean
  mayWrite: boolean
}) {
  const t = useTranslate()
  const again = useAction('sendPurchase', { done: () => t('supplier.sentAgain') })
  const [answers, setAnswers] = useState(false)
  const open = purchase.lines.some(({ state }) => state === 'open')
  return (
    <li className={css.purchase}>
      <div className={css.row}>
        <BackofficeLink to={`/backoffice/orders/${purchase.order}`}>
          {purchase.number}
        </BackofficeLink>
        <span className={css.soft}>
          {purchase.confirmed_at === null ? '' : `${t('supplier.confirmed')} · `}
          {purchase.reminded === 0 ? '' : `${t('supplier.reminded')} · `}
          <DateTime at={purchase.last_step_at} />
        </span>
      </div>
      {mayWrite ? <PurchaseLinks purchase={purchase} byMail={byMail} /> : null}
      <PurchaseLines purchase={purchase} />
      {again.wrong ? <p role="alert">{again.wrong}</p> : null}
      {mayWrite && open && !answers ? (
        <div className={css.row}>
          {byMail ? (
            <ActionButton
              busy={again.busy}
              aria-label={`${t('supplier.again')}: ${purchase.number}`}
              onClick={() => void again.run({ number: purchase.number })}
            >
              {t('supplier.again')}
            </ActionButton>
          ) : null}
          <ActionButton
            aria-label={`${t('supplier.answer')}: ${purchase.number}`}
            onClick={() => setAnswers(true)}
          >
            {t('supplier.answer')}
          </ActionButton>
        </div>
      ) : null}
      {open && answers ? (
        <AnswerForSupplier purchase={purchase} onAway={() => setAnswers(false)} />
      ) : null}
    </li>
  )
}

function PurchaseLinks({ purchase, byMail }: { purchase: Purchase; byMail: boolean }) {
  const t = useTranslate()
  return (
    <>
      {byMail ? (
        <p>
          <a
            href={`/backoffice/purchase-orders/${purchase.number}`}
            target="_blank"
            rel="noreferrer"
            aria-label={`${t('supplier.asSeen')}: ${purchase.number}`}
          >
            {t('supplier.asSeen')}
          </a>
        </p>
      ) : null}
      {purchase.correctable ? (
        <p>
          <BackofficeLink
            to={`/backoffice/purchase-orders/${purchase.number}`}
            aria-label={`${t('supplier.resolve')}: ${purchase.number}`}
          >
            {t('supplier.resolve')}
          </BackofficeLink>
        </p>
      ) : null}
    </>
  )
}

function PurchaseLines({ purchase }: { purchase: Purchase }) {
  const t = useTranslate()
  return (
    <ul>
      {purchase.lines.map(({ line, quantity, name, state, reason, parcel }) => (
        <li key={line} className={css.row}>
          <span>
            {quantity} × {name} <span className={css.soft}>{reason || parcel}</span>
          </span>
          <StatusMark kind={purchase.late && state === 'open' ? 'warn' : MARK[state]}>
            {purchase.late && state === 'open' ? t('supplier.late') : t(`supplier.state.${state}`)}
          </StatusMark>
        </li>
      ))}
    </ul>
  )
}

function ChangeSupplier({ supplier, me }: { supplier: Supplier; me: string }) {
  const t = useTranslate()
  const { id, version, name, email, language, way, remind_days, brands } = supplier
  const draft = useDraft<SupplierValues>(`${me}.brands-of-supplier.${id}`, {
    name,
    email,
    language,
    way,
    remind_days: String(remind_days),
    brands,
  })
  const action = useAction('changeSupplier', { done: () => t('done') })
  return (
    <Form
      title={t('supplier.one')}
      submit={t('save')}
      wrong={action.wrong}
      refusal={action.refusal}
      busy={action.busy}
      changed={draft.changed}
      onDiscard={draft.clear}
      onSubmit={async () => {
        if (await action.run({ id, version, ...supplierInput(draft.values) })) draft.clear()
      }}
    >
      <SupplierFields me={id} values={draft.values} type={draft.type} />
    </Form>
  )
}
