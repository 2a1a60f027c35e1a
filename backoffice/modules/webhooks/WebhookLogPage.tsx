import { useMemo } from 'react'

import { useQueryParams } from '#backoffice/kit/router/address.tsx'
import type { StaffPageProps } from '#backoffice/kit/page/staff-page-props.ts'
import { ListPage } from '#backoffice/kit/list/ListPage.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { deliveryList } from '#backoffice/modules/webhooks/delivery-list.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'

/** Deliveries of one webhook. */
export function WebhookLogPage({ params: { id = '' } }: StaffPageProps) {
  const t = useTranslate()
  const [, change] = useQueryParams()
  const { run, failure } = useAction('retryWebhooks', { done: () => t('webhook.againDone') })
  const list = useMemo(
    () =>
      deliveryList(t, id, (selection) => {
        const which =
          selection.kind === 'picked'
            ? { ids: selection.ids }
            : { asked: { ...selection.query, count: selection.count } }
        void run({ id, ...which }).then(
          (done) => done && change({ selected: null, of: null }, { replace: true }),
        )
      }),
    // `run` is another one at each drawing, and does the same.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [t, id],
  )
  return (
    <>
      <ListPage
        list={list}
        title="webhook.log"
        parent={{ to: `/backoffice/webhooks/${id}`, label: t('webhook.one') }}
      />
      {failure ? <Notice kind="bad">{failure}</Notice> : null}
    </>
  )
}
