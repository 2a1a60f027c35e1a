import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { ChannelName } from '#backoffice/kit/display/ChannelName.tsx'
import {
  BULK_CHANGE_FIELDS,
  type BulkChangeField,
  valueText,
} from '#backoffice/i18n/field-texts.ts'
import { UndoChange } from '#backoffice/modules/channels/UndoChange.tsx'
import { fetchBackoffice } from '#backoffice/kit/api/backoffice-client.ts'
import type { Selection } from '#backoffice/kit/list/list-definition.ts'
import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { ModalDialog } from '#backoffice/kit/dialogs/ModalDialog.tsx'
import { FormCheckbox, FormField, FormSelect } from '#backoffice/kit/form/FormField.tsx'
import { Form } from '#backoffice/kit/form/Form.tsx'
import { LoadError } from '#backoffice/kit/page/LoadError.tsx'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse, StaffInput } from '#contract/client.staff.ts'

import css from './ChangeChannelsDialog.module.css'

type Value = string | number | boolean

/**
 * The same change in many channels: choose a field, check the values before and after, apply it to the number shown,
 * undo it.
 */
export function ChangeChannelsDialog({
  selection,
  permissions,
  onClose,
  onDone,
}: {
  selection: Selection
  permissions: readonly string[]
  onClose: () => void
  onDone: () => void
}) {
  const t = useTranslate()
  const fields = BULK_CHANGE_FIELDS.filter(({ needs }) => permissions.includes(needs))
  const bulkChange = useBulkChange(selection, fields)
  const { field, previewed, done, action } = bulkChange
  if (!field) return null
  const close = () => {
    onClose()
    if (done) onDone()
  }
  const title = t('channel.change', { count: selection.count })
  return (
    <ModalDialog title={title} onClose={close}>
      {done ? (
        <UndoChange release={done.release} text={t('channel.bulkDone', { count: done.changed })} />
      ) : (
        <Form
          title={t('channel.whatChanges')}
          submit={previewed ? title : t('channel.lookFirst')}
          note={t('channel.intoShopNote')}
          failure={action.failure}
          busy={action.busy}
          changed={false}
          onDiscard={() => {}}
          onSubmit={bulkChange.next}
        >
          <FormSelect
            label={t('field')}
            value={field.field}
            onChange={({ target }) => bulkChange.choose(target.value)}
          >
            {fields.map((option) => (
              <option key={option.field} value={option.field}>
                {t(option.label)}
              </option>
            ))}
          </FormSelect>
          <NewValue field={field} typed={bulkChange.typed} type={bulkChange.type} />
          {previewed ? <ChangePreview selection={selection} change={previewed} /> : null}
        </Form>
      )}
      {done ? <ActionButton onClick={close}>{t('close')}</ActionButton> : null}
    </ModalDialog>
  )
}

function valueOf({ kind }: BulkChangeField, typed: Value): Value {
  if (kind === 'flag') return typed === true
  return kind === 'number' ? Number(typed) : typed
}

/** The field and its new value. The first submit shows the effect, the second submit applies it. */
function useBulkChange(selection: Selection, fields: readonly BulkChangeField[]) {
  const t = useTranslate()
  const [field, setField] = useState<BulkChangeField | undefined>(fields[0])
  const [typed, setTyped] = useState<Value>('')
  const [previewed, setPreviewed] = useState<{ field: string; value: Value } | null>(null)
  const [done, setDone] = useState<StaffResponse<'changeChannels'> | null>(null)
  const action = useAction('changeChannels', {
    done: ({ changed }) =>
      changed === 0 ? t('channel.savedSame') : t('channel.bulkDone', { count: changed }),
  })
  async function next() {
    if (!field) return
    if (!previewed) return setPreviewed({ field: field.field, value: valueOf(field, typed) })
    const answer = await action.run({
      ...(selection.kind === 'all'
        ? { found: filtersOf(selection.query) }
        : { ids: selection.ids.join(',') }),
      count: selection.count,
      name: t('channel.bulkName', { field: t(field.label), count: selection.count }),
      changes: [previewed],
    })
    if (answer) setDone(answer)
  }
  function choose(name: string) {
    setField(fields.find((option) => option.field === name))
    setTyped('')
    setPreviewed(null)
  }
  function type(value: Value) {
    setTyped(value)
    setPreviewed(null)
  }
  return { field, typed, previewed, done, action, next, choose, type }
}

/** The filters that the call accepts. The list's address contains more than these. */
const filtersOf = ({ search, state, language, host }: Record<string, string>) =>
  ({ search, state, language, host }) as StaffInput<'changeChannels'>['found']

function NewValue({
  field,
  typed,
  type,
}: {
  field: BulkChangeField
  typed: Value
  type: (value: Value) => void
}) {
  const t = useTranslate()
  if (field.kind === 'flag') {
    return (
      <FormCheckbox checked={typed === true} onChange={({ target }) => type(target.checked)}>
        {t(field.label)}
      </FormCheckbox>
    )
  }
  return (
    <FormField
      label={t('channel.newValue')}
      hint={t(field.kind === 'number' ? 'channel.undoMinutesHelp' : 'channel.colourHelp')}
      required
      {...(field.kind === 'number'
        ? { type: 'number', min: 0, max: 1440 }
        : { pattern: '#[0-9a-fA-F]{3}([0-9a-fA-F]{3})?', maxLength: 7 })}
      value={String(typed)}
      onChange={({ target }) => type(target.value)}
    />
  )
}

function ChangePreview({
  selection,
  change,
}: {
  selection: Selection
  change: { field: string; value: Value }
}) {
  const t = useTranslate()
  const input: StaffInput<'previewChannelChanges'> = {
    ...(selection.kind === 'all' ? filtersOf(selection.query) : { ids: selection.ids.join(',') }),
    changes: JSON.stringify([change]),
  }
  const { data, error, refetch } = useQuery({
    queryKey: ['previewChannelChanges', input],
    queryFn: () => fetchBackoffice('previewChannelChanges', input),
  })
  if (error && !data) return <LoadError error={error} onRetry={() => void refetch()} />
  if (!data) return null
  const { channels, changed, same, shown } = data
  return (
    <>
      <p role="status">
        {changed === 0
          ? t('channel.willChangeNone', { channels })
          : t('channel.willChange', { count: changed, channels, same })}
      </p>
      {changed > 0 ? (
        // A scrollable area must be reachable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <div className={css.rows} role="region" aria-label={t('channel.firstTwenty')} tabIndex={0}>
          <table>
            <caption>{t('channel.firstTwenty')}</caption>
            <thead>
              <tr>
                <th scope="col">{t('channel')}</th>
                <th scope="col">{t('before')}</th>
                <th scope="col">{t('after')}</th>
              </tr>
            </thead>
            <tbody>
              {shown.map(({ channel, before, after }) => (
                <tr key={channel}>
                  <th scope="row">
                    <ChannelName id={channel} />
                  </th>
                  <td>{valueText(before) ?? '–'}</td>
                  <td>{valueText(after) ?? '–'}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : null}
    </>
  )
}
