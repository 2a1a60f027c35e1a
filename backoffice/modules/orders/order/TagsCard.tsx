import { useState } from 'react'

import { ActionIconButton } from '#backoffice/kit/display/ActionButton.tsx'
import { FormField } from '#backoffice/kit/form/FormField.tsx'
import { Card } from '#backoffice/kit/page/Card.tsx'
import { BackofficeLink } from '#backoffice/kit/router/address.tsx'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import type { Order } from '#backoffice/modules/orders/order/order-detail.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'

import css from './TagsCard.module.css'

/** Words by which staff find an order again. Each leads to the orders with the same tag. */
export function TagsCard({ order, mayWrite }: { order: Order; mayWrite: boolean }) {
  const t = useTranslate()
  const { number, tags } = order
  const [typed, setTyped] = useState('')
  const action = useAction('setOrderTags', { done: () => t('order.tagsSaved') })
  if (!mayWrite && tags.length === 0) return null
  const save = (next: string[]) => action.run({ number, tags: next, was: tags })
  return (
    <Card title={t('order.tags')}>
      {tags.length > 0 ? (
        <ul className={css.tags}>
          {tags.map((tag) => (
            <li key={tag}>
              <BackofficeLink to={`/backoffice/orders?tag=${encodeURIComponent(tag)}`}>
                {tag}
              </BackofficeLink>
              {mayWrite ? (
                <ActionIconButton
                  icon="close"
                  label={t('order.removeTag', { tag })}
                  disabled={action.busy}
                  onClick={() => void save(tags.filter((one) => one !== tag))}
                />
              ) : null}
            </li>
          ))}
        </ul>
      ) : null}
      {mayWrite ? (
        <form
          aria-label={t('order.addTag')}
          onSubmit={(event) => {
            event.preventDefault()
            void save([...tags, typed]).then((saved) => saved && setTyped(''))
          }}
        >
          <FormField
            label={t('order.addTag')}
            required
            maxLength={40}
            issue={action.failure}
            value={typed}
            onChange={({ target }) => {
              action.clearError()
              setTyped(target.value)
            }}
            button={
              <span className={css.add}>
                <ActionIconButton type="submit" icon="plus" label={t('order.addTag')} />
              </span>
            }
          />
        </form>
      ) : null}
    </Card>
  )
}
