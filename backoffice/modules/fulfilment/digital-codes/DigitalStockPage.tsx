import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { BackofficeLink } from '#backoffice/kit/router/address.tsx'
import type { StaffPageProps } from '#backoffice/kit/page/staff-page-props.ts'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { UploadCodes } from '#backoffice/modules/fulfilment/digital-codes/UploadCodes.tsx'
import { CodeStatus } from '#backoffice/modules/fulfilment/digital-codes/CodeStatus.tsx'
import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { FormField } from '#backoffice/kit/form/FormField.tsx'
import { Form } from '#backoffice/kit/form/Form.tsx'
import { DateTime } from '#backoffice/kit/time/DateTime.tsx'
import { PagePending } from '#backoffice/kit/page/PagePending.tsx'
import { PageHead } from '#backoffice/kit/page/PageHead.tsx'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'

import css from './DigitalStock.module.css'

type DigitalStock = StaffResponse<'digitalStock'>

/** The codes of one gift: how many are left, the orders that wait, and the imports. No code is ever shown. */
export function DigitalStockPage({ staff, params: { sku = '' } }: StaffPageProps) {
  const t = useTranslate()
  const { data, error, refetch } = useQuery(staffQuery('digitalStock', { sku }))
  const parent = { to: '/backoffice/digital-codes', label: t('digital.title') }
  if (!data) {
    return (
      <PagePending
        title={t('digital.one')}
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
        title={[data.shelf.name, data.shelf.variant].filter(Boolean).join(' · ')}
        parent={parent}
      />
      <div className={css.body}>
        <Facts stock={data} />
        <WaitingOrders stock={data} />
        {mayWrite ? <UploadCodes sku={sku} /> : null}
        <SimilarCodes sku={sku} stock={data} mayWrite={mayWrite} />
        <Imports sku={sku} stock={data} mayWrite={mayWrite} />
      </div>
    </>
  )
}

function Facts({ stock: { shelf } }: { stock: DigitalStock }) {
  const t = useTranslate()
  return (
    <dl className={css.facts}>
      <div>
        <dt>{t('state')}</dt>
        <dd>
          <CodeStatus state={shelf.state} />
        </dd>
      </div>
      <div>
        <dt>{t('digital.free')}</dt>
        <dd>{shelf.free}</dd>
      </div>
      <div>
        <dt>{t('digital.waiting')}</dt>
        <dd>{shelf.waiting}</dd>
      </div>
      <div>
        <dt>{t('soldFourWeeks')}</dt>
        <dd>{shelf.sold}</dd>
      </div>
      <div>
        <dt>{t('daysLeft')}</dt>
        <dd>{shelf.days_left ?? '–'}</dd>
      </div>
      <div>
        <dt>{t('gift')}</dt>
        <dd>
          <BackofficeLink to={`/backoffice/gifts/${shelf.gift}`}>{shelf.sku}</BackofficeLink>
        </dd>
      </div>
    </dl>
  )
}

function WaitingOrders({ stock: { shelf, orders } }: { stock: DigitalStock }) {
  const t = useTranslate()
  if (shelf.waiting === 0) return null
  return (
    <section aria-label={t('digital.ordersWait')} className={css.waits}>
      <h2>{t('digital.ordersWait')}</h2>
      <p>{t('digital.ordersWaitHelp')}</p>
      <ul className={css.list}>
        {orders.map(({ order, pieces, since }) => (
          <li key={order} className={css.row}>
            <BackofficeLink to={`/backoffice/orders/${order}`}>{order}</BackofficeLink>
            <span className={css.soft}>
              {t('digital.pieces', { count: pieces })} · <DateTime at={since} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

type StockProps = { sku: string; stock: DigitalStock; mayWrite: boolean }

/** Codes that need a decision. None is issued before it, because an issued code cannot be recalled. */
function SimilarCodes({ sku, stock, mayWrite }: StockProps) {
  const t = useTranslate()
  const keep = useAction('resolveSimilarCodes', { done: () => t('digital.ownDone') })
  const remove = useAction('resolveSimilarCodes', { done: () => t('digital.notOwnDone') })
  if (stock.alike.length === 0) return null
  return (
    <section aria-label={t('digital.alike')}>
      <h2>{t('digital.alike')}</h2>
      <p>{t('digital.alikeHelp')}</p>
      <ul className={css.list}>
        {stock.alike.map(({ id, code, at }) => {
          const name = t('digital.alikeOne', { code })
          return (
            <li key={id} className={css.row}>
              <span>
                {name} · <DateTime at={at} />
              </span>
              {mayWrite ? (
                <span className={css.row}>
                  <ActionButton
                    busy={keep.busy}
                    aria-label={`${t('digital.own')}: ${name}`}
                    onClick={() => void keep.run({ sku, codes: [id], own: true })}
                  >
                    {t('digital.own')}
                  </ActionButton>
                  <ActionButton
                    busy={remove.busy}
                    aria-label={`${t('digital.notOwn')}: ${name}`}
                    onClick={() => void remove.run({ sku, codes: [id], own: false })}
                  >
                    {t('digital.notOwn')}
                  </ActionButton>
                </span>
              ) : null}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function Imports({ sku, stock, mayWrite }: StockProps) {
  const t = useTranslate()
  return (
    <section aria-label={t('digital.imports')}>
      <h2>{t('digital.imports')}</h2>
      {stock.imports.length === 0 ? <p className={css.soft}>{t('digital.noImports')}</p> : null}
      <ul className={css.list}>
        {stock.imports.map((codeImport) => (
          <li key={codeImport.id} className={css.import}>
            <p className={css.row}>
              <span>
                <DateTime at={codeImport.at} /> {codeImport.by}
              </span>
              <span className={css.soft}>
                {t('digital.broughtOf', { count: codeImport.added, refused: codeImport.refused })}
              </span>
            </p>
            {codeImport.undone ? (
              <p className={css.soft}>
                {t('digital.takenBack', { count: codeImport.undone.codes })} ·{' '}
                <DateTime at={codeImport.undone.at} />
              </p>
            ) : null}
            {mayWrite && codeImport.free > 0 && !codeImport.undone ? (
              <WithdrawCodes
                sku={sku}
                id={codeImport.id}
                free={codeImport.free}
                at={codeImport.at}
              />
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  )
}

function WithdrawCodes({
  sku,
  id,
  free,
  at,
}: {
  sku: string
  id: string
  free: number
  at: string
}) {
  const t = useTranslate()
  const [isFormOpen, setFormOpen] = useState(false)
  const [reason, setReason] = useState('')
  const action = useAction('withdrawDigitalCodes', {
    done: ({ taken }) => t('digital.takenBack', { count: taken }),
  })
  if (!isFormOpen)
    return (
      <ActionButton
        // The time tells imports with the same number of codes apart.
        aria-label={`${t('digital.takeBack', { count: free })} (${new Date(at).toISOString().slice(0, 16)})`}
        onClick={() => setFormOpen(true)}
      >
        {t('digital.takeBack', { count: free })}
      </ActionButton>
    )
  return (
    <Form
      title={t('digital.takeBack', { count: free })}
      titled={false}
      submit={t('digital.takeBack', { count: free })}
      failure={action.failure}
      busy={action.busy}
      changed
      main={false}
      note={t('digital.takeBackNote')}
      onDiscard={() => setFormOpen(false)}
      onSubmit={async () => {
        if (await action.run({ sku, import: id, reason })) setFormOpen(false)
      }}
    >
      <FormField
        label={t('reason')}
        value={reason}
        required
        onChange={({ target }) => setReason(target.value)}
      />
    </Form>
  )
}
