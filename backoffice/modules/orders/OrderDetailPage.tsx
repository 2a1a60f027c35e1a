import { useQuery } from '@tanstack/react-query'

import { BackofficeLink } from '#backoffice/kit/router/address.tsx'
import type { StaffPageProps } from '#backoffice/kit/page/staff-page-props.ts'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { CreditPanel } from '#backoffice/modules/orders/CreditPanel.tsx'
import { STATE_MARK } from '#backoffice/modules/orders/order-list.tsx'
import { eventText, WAREHOUSE_EVENTS } from '#backoffice/kit/domain-texts/order-event-texts.ts'
import { OrderCancel } from '#backoffice/modules/orders/OrderCancel.tsx'
import { OrderChoices } from '#backoffice/modules/orders/OrderReplacements.tsx'
import { OrderAddress } from '#backoffice/modules/orders/OrderAddress.tsx'
import { OrderMails } from '#backoffice/modules/orders/OrderMails.tsx'
import { OrderMoney } from '#backoffice/modules/orders/OrderPayments.tsx'
import { OrderNotes } from '#backoffice/modules/orders/OrderNotes.tsx'
import { OrderParcels } from '#backoffice/modules/orders/OrderParcels.tsx'
import { OrderPerson } from '#backoffice/modules/orders/OrderPerson.tsx'
import { OrderWithdrawals } from '#backoffice/modules/orders/OrderWithdrawals.tsx'
import { History } from '#backoffice/kit/audit/AuditHistory.tsx'
import { Moment } from '#backoffice/kit/time/DateTime.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { PageAwaited } from '#backoffice/kit/page/PagePending.tsx'
import { PageColumns } from '#backoffice/kit/page/PageColumns.tsx'
import { PageHead } from '#backoffice/kit/page/PageHead.tsx'
import { StatusMark } from '#backoffice/kit/display/StatusMark.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'

import type { StaffResponse } from '#contract/client.staff.ts'
import { isUndeliverable } from '#domain/fulfilment/parcel-state.ts'

import css from './OrderDetailPage.module.css'

type Whole = StaffResponse<'staffOrder'>

/** One order: facts and gifts left, money and what can be given back beside them. */
export function OrderDetailPage({ staff, params: { number = '' } }: StaffPageProps) {
  const t = useTranslate()
  const { data, error, refetch } = useQuery(staffQuery('staffOrder', { number }))
  const up = { to: '/backoffice/orders', word: t('order.title') }
  const title = t('order.one', { number })
  if (error || !data) {
    return <PageAwaited title={title} up={up} error={error} again={() => void refetch()} />
  }
  const may = (permission: (typeof staff.permissions)[number]) =>
    staff.permissions.includes(permission)
  return (
    <>
      <PageHead
        title={title}
        up={up}
        beside={
          <StatusMark kind={STATE_MARK[data.part ?? data.state]}>
            {t(`order.state.${data.part ?? data.state}`)}
          </StatusMark>
        }
        subject={`order ${number}`}
      />
      <PageColumns
        side={
          <>
            <OrderMoney order={data} />
            {data.state === 'placed' && may('order.cancel') ? (
              <OrderCancel number={number} />
            ) : null}
            {may('credit.book') ? <CreditPanel key={number} order={data} /> : null}
          </>
        }
      >
        <Odd order={data} />
        <Facts order={data} />
        <Gifts order={data} />
        <OrderChoices key={`choices ${number}`} order={data} mayWrite={may('credit.book')} />
        <OrderParcels key={`parcels ${number}`} order={data} mayMark={may('parcel.write')} />
        <OrderPerson key={number} order={data} mayAsk={may('person.ask')} />
        {data.changeable_until && may('order.write') ? (
          <OrderAddress number={number} until={data.changeable_until} me={staff.id} />
        ) : null}
        <OrderWithdrawals order={data} mayWrite={may('order.write')} />
        <OrderMails order={data} maySend={may('order.write')} />
        <OrderNotes order={data} mayWrite={may('order.write')} me={staff.id} />
        <Happened order={data} mayOpen={may('parcel.write')} />
        {may('audit.read') ? (
          <History
            title={t('history')}
            asked={{ subject_kind: 'order', subject_id: number, limit: 20 }}
          />
        ) : null}
      </PageColumns>
    </>
  )
}

function Facts({ order }: { order: Whole }) {
  const t = useTranslate()
  const { placed_at, channel, language, person, voucher, delivery } = order
  return (
    <dl className={css.facts}>
      <div>
        <dt>{t('order.person')}</dt>
        <dd>
          <BackofficeLink to={`/backoffice/holders/${voucher}`}>
            {person.name || t('order.holder')}
          </BackofficeLink>
        </dd>
      </div>
      <div>
        <dt>{t('order.placed')}</dt>
        <dd>
          <Moment at={placed_at} channel={channel} />
        </dd>
      </div>
      <div>
        <dt>{t('channel')}</dt>
        <dd>
          {channel}, {language}
        </dd>
      </div>
      <div>
        <dt>{t('order.delivery')}</dt>
        <dd>{[t(`order.kind.${delivery.kind}`), delivery.carrier].filter(Boolean).join(', ')}</dd>
      </div>
    </dl>
  )
}

function Odd({ order }: { order: Whole }) {
  const t = useTranslate()
  return (
    <>
      {order.task.map(({ id, kind }) => (
        <Notice key={id} kind="warn">
          {t('order.needsPerson')}{' '}
          <BackofficeLink to={`/backoffice/tasks/${id}`}>{t(`task.of.${kind}`)}</BackofficeLink>
        </Notice>
      ))}
      {order.waits_for_approval ? <Notice kind="info">{t('order.waitsForSecond')}</Notice> : null}
    </>
  )
}

function Gifts({ order }: { order: Whole }) {
  const t = useTranslate()
  return (
    <section className={css.part} aria-label={t('order.gifts')}>
      <h2>{t('order.gifts')}</h2>
      <ul className={css.lines}>
        {order.lines.map((line) => (
          <li key={line.line}>
            <span>
              {line.quantity} × {line.name}
              {line.variant ? <span className={css.soft}>, {line.variant}</span> : null}
              {line.name_ordered === null ? null : (
                <span className={css.soft} lang={order.language}>
                  {' '}
                  ({line.name_ordered})
                </span>
              )}
            </span>
            <span className={css.number}>{line.points * line.quantity}</span>
            <span className={css.soft}>
              {line.brand} · {line.sku}
            </span>
            <StatusMark kind={line.fallen ? 'warn' : STATE_MARK[line.part ?? line.state]}>
              {line.fallen ? t('replacement.fallen') : t(`order.state.${line.part ?? line.state}`)}
            </StatusMark>
            {line.credited > 0 ? (
              <span className={css.soft}>{t('order.givenBack', { count: line.credited })}</span>
            ) : null}
            {line.digital.waiting > 0 ? (
              <span className={css.soft}>
                {t('digital.handedOf', {
                  handed: line.digital.handed,
                  total: line.digital.handed + line.digital.waiting,
                })}
              </span>
            ) : null}
            <UnitLocations order={order} line={line} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The parcel of each unit, if a line is spread over parcels. */
function UnitLocations({ order, line }: { order: Whole; line: Whole['lines'][number] }) {
  const t = useTranslate()
  const packed = order.parcels.flatMap(({ code, state, lines }) =>
    lines
      .filter((one) => one.line === line.line)
      // Pieces that went another way since were in it, too.
      .map(({ quantity }) => ({ code, state, quantity: Math.min(quantity, line.quantity) })),
  )
  const away = packed.filter(({ state }) => !isUndeliverable(state))
  const left = line.quantity - away.reduce((sum, { quantity }) => sum + quantity, 0)
  if (packed.length === 0 || (order.parcels.length === 1 && left === 0)) return null
  return (
    <ul className={css.soft}>
      {packed.map(({ code, state, quantity }) => (
        <li key={code}>
          {t('parcel.piecesIn', { count: quantity, code })}: {t(`parcel.state.${state}`)}
        </li>
      ))}
      {left > 0 && !line.fallen ? <li>{t('parcel.piecesLeft', { count: left })}</li> : null}
    </ul>
  )
}

/** Whose description is the number of a purchase order. */
const OF_A_PURCHASE: readonly string[] = ['supplier-asked', 'supplier-confirmed']

function Happened({ order, mayOpen }: { order: Whole; mayOpen: boolean }) {
  const t = useTranslate()
  return (
    <section className={css.part} aria-label={t('order.happened')}>
      <h2>{t('order.happened')}</h2>
      <ol>
        {order.events.toReversed().map(({ at, type, description, staff }) => (
          <li key={`${at} ${type} ${description}`} className={css.row}>
            <span>
              {eventText(t, type)}{' '}
              {mayOpen && OF_A_PURCHASE.includes(type) ? (
                <BackofficeLink to={`/backoffice/purchase-orders/${description}`}>
                  {description}
                </BackofficeLink>
              ) : null}{' '}
              <span className={css.soft}>
                {[
                  WAREHOUSE_EVENTS.has(type) || (mayOpen && OF_A_PURCHASE.includes(type))
                    ? ''
                    : description,
                  staff && t('order.madeBy', { name: staff }),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </span>
            <Moment at={at} />
          </li>
        ))}
      </ol>
    </section>
  )
}
