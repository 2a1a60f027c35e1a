import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { AuditHistory } from '#backoffice/kit/audit/AuditHistory.tsx'
import { ModalDialog } from '#backoffice/kit/dialogs/ModalDialog.tsx'
import { ActionButton, actionButtonClass } from '#backoffice/kit/display/ActionButton.tsx'
import { BackofficeIcon } from '#backoffice/kit/display/BackofficeIcon.tsx'
import { conflictNotice } from '#backoffice/kit/drafts/ConflictNotice.tsx'
import { useDraft } from '#backoffice/kit/drafts/use-draft.ts'
import { Form } from '#backoffice/kit/form/Form.tsx'
import { FactList } from '#backoffice/kit/display/FactList.tsx'
import { Card } from '#backoffice/kit/page/Card.tsx'
import { PageColumns } from '#backoffice/kit/page/PageColumns.tsx'
import { PageHead } from '#backoffice/kit/page/PageHead.tsx'
import { PagePending } from '#backoffice/kit/page/PagePending.tsx'
import type { StaffPageProps } from '#backoffice/kit/page/staff-page-props.ts'
import { PurchaseTable } from '#backoffice/modules/fulfilment/suppliers/PurchaseTable.tsx'
import {
  SupplierFields,
  supplierInput,
  type SupplierValues,
} from '#backoffice/modules/fulfilment/suppliers/SupplierFields.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import { type StaffResponse, staffAddress } from '#contract/client.staff.ts'

import css from './Suppliers.module.css'

type Supplier = StaffResponse<'staffSupplier'>

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
        onRetry={() => void refetch()}
      />
    )
  }
  const mayWrite = staff.permissions.includes('parcel.write')
  return (
    <>
      <PageHead
        title={data.name}
        parent={parent}
        actions={mayWrite ? <SupplierActions supplier={data} me={staff.id} /> : null}
      />
      <PageColumns
        side={
          <>
            <Details supplier={data} />
            {staff.permissions.includes('audit.own') || staff.permissions.includes('audit.read') ? (
              <AuditHistory
                title={t('history')}
                query={{ subject_kind: 'supplier', subject_id: id, limit: 20 }}
              />
            ) : null}
          </>
        }
      >
        <Card title={t('supplier.purchases')}>
          {data.purchases.length === 0 ? (
            <p className={css.soft}>{t('supplier.none')}</p>
          ) : (
            <PurchaseTable
              purchases={data.purchases}
              hasPages={data.way === 'mail'}
              mayWrite={mayWrite}
            />
          )}
        </Card>
      </PageColumns>
    </>
  )
}

function SupplierActions({ supplier, me }: { supplier: Supplier; me: string }) {
  const t = useTranslate()
  const { id } = supplier
  return (
    <>
      <a
        className={actionButtonClass()}
        href={staffAddress('exportPurchaseOrders', { id, as: 'csv' })}
        download
      >
        <BackofficeIcon name="download" />
        {t('supplier.file')}
      </a>
      <ChangeSupplier key={id} supplier={supplier} me={me} />
    </>
  )
}

function useBrandNames({ brands }: Supplier) {
  const { data } = useQuery(staffQuery('supplierBrands', {}))
  const ownBrands = data?.items.filter(({ id }) => brands.includes(id)) ?? []
  return ownBrands.map(({ name }) => name).join(', ')
}

function Details({ supplier }: { supplier: Supplier }) {
  const t = useTranslate()
  const brands = useBrandNames(supplier)
  const facts = [
    [t('supplier.email'), supplier.email],
    [t('supplier.language'), t(`in.${supplier.language}`)],
    [t('supplier.way'), t(`supplier.way.${supplier.way}`)],
    [t('supplier.days'), supplier.remind_days],
    [t('supplier.brands'), brands || '–'],
  ] as const
  return (
    <Card title={t('supplier.details')}>
      <FactList facts={facts} />
    </Card>
  )
}

function ChangeSupplier({ supplier, me }: { supplier: Supplier; me: string }) {
  const t = useTranslate()
  const [open, setOpen] = useState(false)
  return (
    <>
      <ActionButton onClick={() => setOpen(true)}>{t('edit')}</ActionButton>
      {open ? (
        <ModalDialog title={t('supplier.one')} onClose={() => setOpen(false)}>
          <SupplierForm supplier={supplier} me={me} onSaved={() => setOpen(false)} />
        </ModalDialog>
      ) : null}
    </>
  )
}

type SupplierFormProps = { supplier: Supplier; me: string; onSaved: () => void }

function SupplierForm({ supplier, me, onSaved }: SupplierFormProps) {
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
  const brandNames = useBrandNames(supplier)
  const action = useAction('changeSupplier', { done: () => t('done') })
  return (
    <Form
      title={t('supplier.one')}
      titled={false}
      submit={t('save')}
      failure={action.failure}
      refusal={action.refusal}
      busy={action.busy}
      conflict={conflictNotice(draft.conflict, {
        name: [t('supplier.name'), name],
        email: [t('supplier.email'), email],
        language: [t('supplier.language'), t(`in.${language}`)],
        way: [t('supplier.way'), t(`supplier.way.${way}`)],
        remind_days: [t('supplier.days'), remind_days],
        brands: [t('supplier.brands'), brandNames],
      })}
      changed={draft.changed}
      onDiscard={draft.clear}
      onSubmit={async () => {
        if (!(await action.run({ id, version, ...supplierInput(draft.values) }))) return
        draft.clear()
        onSaved()
      }}
    >
      <SupplierFields supplierId={id} values={draft.values} type={draft.type} />
    </Form>
  )
}
