import { useQuery } from '@tanstack/react-query'

import type { DeskPageProps } from '#backoffice/desk-page-props.ts'
import { deskQuery } from '#backoffice/desk-queries.ts'
import { PageAwaited } from '#backoffice/parts/PageAwaited.tsx'
import { PageHead } from '#backoffice/parts/PageHead.tsx'
import { useSay } from '#backoffice/words/desk-words.tsx'
import { deskAddress } from '#contract/desk/desk-call.ts'

import css from './Suppliers.module.css'

/** A purchase order as its supplier sees it: a page of its own, shown within this one. */
export function PurchasePage({ params: { number = '' } }: DeskPageProps) {
  const say = useSay()
  // Its number begins with that of the order.
  const [order = ''] = number.split('-')
  const { data, error, refetch } = useQuery(deskQuery('orderAtDesk', { number: order }))
  const title = say('supplier.purchase', { number })
  const up = { to: `/desk/orders/${order}`, word: say('order.one', { number: order }) }
  if (error || !data) {
    return <PageAwaited title={title} up={up} error={error} again={() => void refetch()} />
  }
  return (
    <>
      <PageHead title={title} up={up} />
      <iframe
        className={css.seen}
        src={deskAddress('purchaseAsSeen', { number })}
        // What it shows has no script and can answer nothing.
        sandbox="allow-same-origin"
        title={say('supplier.asSeen')}
      />
    </>
  )
}
