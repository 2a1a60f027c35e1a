import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { useListedOrders } from '#backoffice/kit/api/use-listed-orders.ts'
import { BackofficeLink } from '#backoffice/kit/router/address.tsx'
import type { Thread } from '#backoffice/modules/support/thread.ts'
import { ActionButton, actionButtonClass } from '#backoffice/kit/display/ActionButton.tsx'
import { FormField } from '#backoffice/kit/form/FormField.tsx'
import { GiftImage } from '#backoffice/kit/display/GiftImage.tsx'
import { amountText } from '#backoffice/kit/display/amount-text.ts'
import { Card } from '#backoffice/kit/page/Card.tsx'
import { DateTime } from '#backoffice/kit/time/DateTime.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { useEuros } from '#backoffice/kit/display/use-euros.ts'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { Permission } from '#domain/staff/permissions.ts'

import css from './ThreadVoucher.module.css'

type Holder = NonNullable<Thread['holder']>

/** The recipient, their orders and parcels. */
export function ThreadVoucher({
  thread,
  mayLink,
  permissions,
}: {
  thread: Thread
  mayLink: boolean
  permissions: readonly Permission[]
}) {
  const { holder, channel } = thread
  if (holder) return <HolderCards holder={holder} channel={channel.id} permissions={permissions} />
  return <LinkVoucherCard thread={thread} mayLink={mayLink} />
}

function HolderCards({
  holder,
  channel,
  permissions,
}: {
  holder: Holder
  channel: string
  permissions: readonly Permission[]
}) {
  const t = useTranslate()
  const { id, name, last3, available, orders } = holder
  const listedOrders = useListedOrders(
    orders.map(({ number }) => number),
    permissions,
  )
  return (
    <>
      <Card title={name === '' ? `···${last3}` : name}>
        <p className={css.soft}>
          ···{last3} · {t('inbox.points', { count: available })}
        </p>
        <div>
          <BackofficeLink className={actionButtonClass()} to={`/backoffice/recipients/${id}`}>
            {t('inbox.toCase')}
          </BackofficeLink>
        </div>
      </Card>
      <Card title={t('inbox.orders')}>
        {orders.length === 0 ? <p className={css.soft}>{t('inbox.noOrders')}</p> : null}
        <ul className={css.orders}>
          {orders.map((order) => (
            <li key={order.number}>
              <GiftImage file={listedOrders.get(order.number)?.picture ?? null} size="large" />
              <OrderSummary order={order} channel={channel} />
            </li>
          ))}
        </ul>
      </Card>
    </>
  )
}

function OrderSummary({ order, channel }: { order: Holder['orders'][number]; channel: string }) {
  const t = useTranslate()
  const euros = useEuros()
  const { number, at, points, cents, gifts, parcels } = order
  return (
    <div>
      <p>
        <BackofficeLink to={`/backoffice/orders/${number}`}>{number}</BackofficeLink>{' '}
        <span className={css.soft}>
          <DateTime at={at} channel={channel} /> · {amountText({ points, cents }, { t, euros })}
        </span>
      </p>
      <ul className={css.gifts}>
        {gifts.map((gift, index) => (
          // The order of the lines never changes.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index}>
            {gift.quantity > 1 ? `${gift.quantity} × ` : null}
            {gift.name}
          </li>
        ))}
      </ul>
      {parcels.map(({ code, carrier, link, state }) => (
        <p key={code} className={css.soft}>
          {link === null ? (
            `${carrier} ${code}`
          ) : (
            <a href={link} target="_blank" rel="noreferrer">
              {`${carrier} ${code}`.trim()}
            </a>
          )}{' '}
          · {t(parcelStateKey(state))}
        </p>
      ))}
    </div>
  )
}

const PARCEL_STATES = ['sent', 'delivered', 'lost', 'refused'] as const
const parcelStateKey = (state: string) =>
  `parcel.state.${PARCEL_STATES.find((known) => known === state) ?? 'sent'}` as const

/** A mail may not identify a voucher. Staff can search for it and link it. */
function LinkVoucherCard({ thread: { id, email }, mayLink }: { thread: Thread; mayLink: boolean }) {
  const t = useTranslate()
  const [searchText, setSearchText] = useState(email)
  const [submittedSearch, setSubmittedSearch] = useState('')
  const { data } = useQuery({
    ...staffQuery('vouchers', { search: submittedSearch, limit: 5 }),
    enabled: submittedSearch !== '',
  })
  const vouchers = data?.items
  const action = useAction('assignRequestToHolder', { done: () => t('inbox.linked') })
  return (
    <Card title={t('inbox.whose')}>
      <p className={css.soft}>{t('inbox.whoseHelp')}</p>
      {mayLink ? (
        <form
          className={css.find}
          aria-label={t('inbox.whose')}
          onSubmit={(event) => {
            event.preventDefault()
            setSubmittedSearch(searchText.trim())
          }}
        >
          <FormField
            label={t('voucher.search')}
            value={searchText}
            maxLength={200}
            onChange={({ target }) => setSearchText(target.value)}
          />
          <ActionButton type="submit">{t('inbox.find')}</ActionButton>
        </form>
      ) : null}
      <ul className={css.gifts} role="status">
        {vouchers?.map((voucher) => (
          <li key={voucher.id}>
            <ActionButton
              small
              busy={action.busy}
              onClick={() => void action.run({ id, voucher: voucher.id })}
            >
              {voucher.name} ···{voucher.last3}
            </ActionButton>
          </li>
        ))}
        {vouchers?.length === 0 ? <li className={css.soft}>{t('inbox.noneFound')}</li> : null}
      </ul>
      {action.failure ? <Notice kind="bad">{action.failure}</Notice> : null}
    </Card>
  )
}
