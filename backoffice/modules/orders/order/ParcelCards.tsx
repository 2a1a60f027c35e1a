import { useState } from 'react'

import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { GiftImage } from '#backoffice/kit/display/GiftImage.tsx'
import { StatusMark } from '#backoffice/kit/display/StatusMark.tsx'
import { Card } from '#backoffice/kit/page/Card.tsx'
import { DateTime } from '#backoffice/kit/time/DateTime.tsx'
import { STATE_MARK } from '#backoffice/modules/orders/order-list.tsx'
import { MarkParcel } from '#backoffice/modules/orders/order/MarkParcel.tsx'
import type { Order } from '#backoffice/modules/orders/order/order-detail.ts'
import {
  type PackedUnits,
  type ParcelGroup,
  parcelGroups,
} from '#backoffice/modules/orders/order/parcel-groups.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { MessageKey } from '#backoffice/i18n/message-keys.ts'

import css from './OrderPage.module.css'

const MARK = { sent: 'half', delivered: 'done', lost: 'warn', refused: 'warn' } as const
const TITLES = {
  unsent: 'order.group.unsent',
  untracked: 'order.group.untracked',
  digital: 'order.kind.digital',
  cancelled: 'order.state.cancelled',
} as const satisfies Record<Exclude<ParcelGroup['kind'], 'parcel'>, MessageKey>

/** All gifts of an order, a card for each parcel. */
export function ParcelCards({ order, mayMark }: { order: Order; mayMark: boolean }) {
  const t = useTranslate()
  return parcelGroups(order).map((group) =>
    group.kind === 'parcel' ? (
      <ParcelCard
        key={group.parcel.code}
        order={order}
        parcel={group.parcel}
        packed={group.packed}
        mayMark={mayMark}
      />
    ) : (
      <Card key={group.kind} title={t(TITLES[group.kind])}>
        <Gifts order={order} packed={group.packed} showsState />
      </Card>
    ),
  )
}

type ParcelCardProps = {
  order: Order
  parcel: Order['parcels'][number]
  packed: readonly PackedUnits[]
  mayMark: boolean
}

function ParcelCard({ order, parcel, packed, mayMark }: ParcelCardProps) {
  const t = useTranslate()
  const [isFormOpen, setFormOpen] = useState(false)
  const { code, link, carrier, state, sent_at, delivered_at } = parcel
  const at = delivered_at ?? sent_at
  return (
    <Card
      title={carrier || t('order.parcel')}
      aside={
        link ? (
          <a href={link} target="_blank" rel="noreferrer">
            {code}
          </a>
        ) : (
          code
        )
      }
      actions={
        <span className={css.parcelState}>
          <StatusMark kind={MARK[state]}>{t(`parcel.state.${state}`)}</StatusMark>
          {at === null ? null : (
            <span className={css.soft}>
              <DateTime at={at} channel={order.channel} />
            </span>
          )}
        </span>
      }
    >
      {packed.length > 0 ? (
        <Gifts order={order} packed={packed} />
      ) : (
        <p className={css.soft}>{t('order.contentsUnknown')}</p>
      )}
      {mayMark && state !== 'delivered' && !isFormOpen ? (
        <div className={css.actions}>
          <ActionButton
            small
            aria-label={`${t('parcel.mark')}: ${code}`}
            onClick={() => setFormOpen(true)}
          >
            {t('parcel.mark')}
          </ActionButton>
        </div>
      ) : null}
      {isFormOpen ? (
        <MarkParcel number={order.number} parcel={parcel} onClose={() => setFormOpen(false)} />
      ) : null}
    </Card>
  )
}

type GiftsProps = { order: Order; packed: readonly PackedUnits[]; showsState?: boolean }

/** `withState`: the gifts are in no parcel, so each shows its own state. */
function Gifts({ order, packed, showsState = false }: GiftsProps) {
  return (
    <ul className={css.gifts} aria-label={useTranslate()('order.gifts')}>
      {packed.map(({ line, quantity }) => (
        <li key={line.line}>
          <GiftImage file={line.picture} size="large" />
          <span className={css.gift}>
            <span>
              {quantity > 1 ? <b className={css.times}>{quantity} ×</b> : null}{' '}
              <span title={line.name_ordered ?? undefined}>{line.name}</span>
              {line.variant ? <span className={css.soft}>, {line.variant}</span> : null}
            </span>
            <span className={css.small}>
              {line.brand} · {line.sku}
            </span>
            <GiftMarks order={order} line={line} showsState={showsState} />
          </span>
          <GiftPoints line={line} quantity={quantity} />
        </li>
      ))}
    </ul>
  )
}

function GiftPoints({ line, quantity }: PackedUnits) {
  const t = useTranslate()
  return (
    <span className={css.number}>{t('order.pointsOf', { count: line.points * quantity })}</span>
  )
}

type GiftMarksProps = { order: Order; line: PackedUnits['line']; showsState: boolean }

function GiftMarks({ order, line, showsState }: GiftMarksProps) {
  const t = useTranslate()
  const { digital } = line
  const state = line.part ?? line.state
  const hasOtherState = showsState && state !== (order.part ?? order.state)
  return (
    <span className={css.marks}>
      {line.fallen ? (
        <StatusMark kind="warn">{t('replacement.fallen')}</StatusMark>
      ) : hasOtherState ? (
        <StatusMark kind={STATE_MARK[state]}>{t(`order.state.${state}`)}</StatusMark>
      ) : null}
      {line.withdrawn > 0 ? (
        <StatusMark kind="off">{t('order.unitsWithdrawn', { count: line.withdrawn })}</StatusMark>
      ) : null}
      {line.credited > 0 ? (
        <StatusMark kind="off">{t('order.givenBack', { count: line.credited })}</StatusMark>
      ) : null}
      {digital.waiting > 0 ? (
        <StatusMark kind="wait">
          {t('digital.handedOf', {
            handed: digital.handed,
            total: digital.handed + digital.waiting,
          })}
        </StatusMark>
      ) : null}
    </span>
  )
}
