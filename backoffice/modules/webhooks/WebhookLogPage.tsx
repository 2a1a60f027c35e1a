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
  const [, changeQuery] = useQueryParams()
  const { run, failure } = useAction('retryWebhooks', { done: () => t('webhook.againDone') })
  const list = useMemo(
    () =>
      deliveryList(t, id, (selection) => {
        const deliveries =
          selection.kind === 'picked'
            ? { ids: selection.ids }
            : { asked: { ...selection.query, count: selection.count } }
        const clearSelection = () => changeQuery({ selected: null, of: null }, { replace: true })
        void run({ id, ...deliveries }).then((done) => done && clearSelection())
      }),
    // `run` is a new function at each render, with the same effect.
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
