import { useState } from 'react'

import { FormSelect } from '#backoffice/kit/form/FormField.tsx'
import { Form } from '#backoffice/kit/form/Form.tsx'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { isOpenWithdrawal } from '#backoffice/modules/orders/order/next-action.ts'
import type { Order } from '#backoffice/modules/orders/order/order-detail.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffInput } from '#contract/client.staff.ts'

const GOODS = ['shelf', 'written-off'] as const satisfies StaffInput<'confirmReturn'>['goods'][]

/** Confirms that the gifts of a withdrawal are back. The refund follows at once. */
export function ReturnForm({ order, onClose }: { order: Order; onClose: () => void }) {
  const t = useTranslate()
  const openWithdrawals = order.withdrawals.filter((withdrawal) =>
    isOpenWithdrawal(order, withdrawal),
  )
  const [chosen, setChosen] = useState(openWithdrawals[0]?.number ?? '')
  const [goods, setGoods] = useState<(typeof GOODS)[number]>('shelf')
  const action = useAction('confirmReturn', {
    done: ({ credit }) =>
      credit === null ? t('withdrawal.looked') : t('credit.booked', { number: credit }),
  })
  return (
    <Form
      title={t('withdrawal.back')}
      titled={false}
      submit={t('withdrawal.back')}
      failure={action.failure}
      refusal={action.refusal}
      busy={action.busy}
      changed={false}
      onDiscard={onClose}
      onSubmit={async () => {
        if (await action.run({ number: chosen, goods })) onClose()
      }}
    >
      {openWithdrawals.length > 1 ? (
        <FormSelect
          label={t('resolve.withdrawal')}
          value={chosen}
          onChange={({ target }) => setChosen(target.value)}
        >
          {openWithdrawals.map(({ number }) => (
            <option key={number}>{number}</option>
          ))}
        </FormSelect>
      ) : null}
      <FormSelect
        label={t('credit.goods')}
        value={goods}
        onChange={({ target }) => setGoods(GOODS.find((one) => one === target.value) ?? 'shelf')}
      >
        {GOODS.map((value) => (
          <option key={value} value={value}>
            {t(`credit.goodsOf.${value}`)}
          </option>
        ))}
      </FormSelect>
    </Form>
  )
}
