import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { navigate } from '#backoffice/kit/router/address.tsx'
import type { StaffPageProps } from '#backoffice/kit/page/staff-page-props.ts'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { useDraft } from '#backoffice/kit/drafts/use-draft.ts'
import { DateField } from '#backoffice/kit/form/DateField.tsx'
import { FormField } from '#backoffice/kit/form/FormField.tsx'
import { Form } from '#backoffice/kit/form/Form.tsx'
import { PageHead } from '#backoffice/kit/page/PageHead.tsx'
import { useTimeZone } from '#backoffice/kit/time/use-time-zone.ts'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import { dayAt } from '#domain/time/zone-days.ts'

import css from './Simulations.module.css'

const NUMBER_FIELDS = [
  ['holders', 'simulation.holders', 10, 5000],
  ['points', 'simulation.points', 1, 1000],
  ['days', 'simulation.days', 1, 92],
  ['seed', 'simulation.seed', 1, 999_999],
] as const

const DEFAULT_VALUES = { holders: '2000', points: '20', days: '42', seed: '1' }
type Values = typeof DEFAULT_VALUES & { first_day: string }

/** Starts the simulation of a season. All fields have default values. */
export function NewSimulationPage({ staff, params: { id = '' } }: StaffPageProps) {
  const t = useTranslate()
  const zone = useTimeZone(id)
  const { data: page } = useQuery(staffQuery('channelPage', { id }))
  const [now] = useState(() => Date.now())
  const defaults = { ...DEFAULT_VALUES, first_day: dayAt(now, zone) }
  const draft = useDraft<Values>(`${staff.id}.simulation.${id}`, defaults)
  const action = useAction('startSimulation', { done: () => t('simulation.begun') })
  const { values } = draft
  return (
    <>
      <PageHead
        title={t('simulation.new')}
        parent={{ to: `/backoffice/channels/${id}/simulations`, label: t('simulation.title') }}
        besideTitle={page ? <span className={css.soft}>{page.name}</span> : null}
      />
      <div className={css.body}>
        <p className={css.lead}>{t('simulation.noneHelp')}</p>
        <div className={css.narrow}>
          <Form
            title={t('simulation.new')}
            titled={false}
            submit={t('simulation.begin')}
            note={t('simulation.beginNote')}
            failure={action.failure}
            busy={action.busy}
            changed={draft.changed}
            onDiscard={draft.clear}
            onSubmit={async () => {
              const created = await action.run({
                channel: id,
                first_day: values.first_day,
                holders: Number(values.holders),
                points: Number(values.points),
                days: Number(values.days),
                seed: Number(values.seed),
              })
              if (!created) return
              draft.clear()
              navigate(`/backoffice/simulations/${created.id}`)
            }}
          >
            <SimulationFields draft={draft} minDay={defaults.first_day} />
          </Form>
        </div>
      </div>
    </>
  )
}

function SimulationFields({
  draft: { values, type },
  minDay,
}: {
  draft: ReturnType<typeof useDraft<Values>>
  minDay: string
}) {
  const t = useTranslate()
  return (
    <>
      <DateField
        label={t('simulation.firstDay')}
        required
        min={minDay}
        value={values.first_day}
        onValue={(first_day) => type({ first_day })}
      />
      {NUMBER_FIELDS.map(([key, label, min, max]) => (
        <FormField
          key={key}
          label={t(label)}
          hint={key === 'seed' ? t('simulation.seedHelp') : undefined}
          type="number"
          inputMode="numeric"
          required
          min={min}
          max={max}
          value={values[key]}
          onChange={({ target }) => type({ [key]: target.value })}
        />
      ))}
    </>
  )
}
