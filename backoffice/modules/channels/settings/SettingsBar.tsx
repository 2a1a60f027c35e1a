import { useState, type RefObject } from 'react'

import { valueText } from '#backoffice/i18n/field-texts.ts'
import { takenHostText } from '#backoffice/modules/channels/taken-host-texts.ts'
import { UndoChange } from '#backoffice/modules/channels/UndoChange.tsx'
import type { ChannelDrafts } from '#backoffice/modules/channels/settings/invalid-input.ts'
import type { FieldDraft } from '#backoffice/modules/channels/settings/use-field-draft.ts'
import { fetchBackoffice } from '#backoffice/kit/api/backoffice-client.ts'
import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { useDiscard } from '#backoffice/kit/drafts/use-discard.ts'
import { SaveBar } from '#backoffice/kit/page/SaveBar.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'

export const changedFieldsOf = ({ fields, settings, vat }: ChannelDrafts): string[] => [
  ...fields.changedFields,
  ...settings.changedFields,
  ...(vat.count > 0 ? ['kind'] : []),
]

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** Saves the unsaved input of all sections of the channel. */
export function SettingsBar({
  id,
  drafts,
  sections,
  check,
}: {
  id: string
  drafts: ChannelDrafts
  /** Contains the fields that are shown. An invalid one is marked before anything is saved. */
  sections: RefObject<HTMLElement | null>
  /** Whether the input of all sections can be saved. An invalid field is shown. */
  check: () => boolean
}) {
  const t = useTranslate()
  const { fields, settings, vat } = drafts
  const count = fields.count + settings.count + vat.count
  const { save, isBusy } = useSaveAll({ id, drafts, sections, check })
  const discard = useDiscard()
  const failures = [
    fields.failure,
    takenHostText(t, settings.action.refusal) ?? settings.action.failure,
    vat.action.failure,
  ].filter((text) => text !== null)
  if (count === 0 && failures.length === 0 && !fields.done) return null
  return (
    <SaveBar
      label={t('save')}
      status={count === 0 ? t('noUnsavedChanges') : t('unsavedChanges', { count })}
      messages={<Messages failures={failures} fields={fields} />}
      actions={
        count === 0 ? null : (
          <>
            <ActionButton
              variant="plain"
              onClick={() => discard(fields.discard, settings.discard, vat.discard)}
            >
              {t('discard')}
            </ActionButton>
            <ActionButton variant="main" busy={isBusy} onClick={() => void save()}>
              {t('save')}
            </ActionButton>
          </>
        )
      }
    />
  )
}

function Messages({ failures, fields }: { failures: readonly string[]; fields: FieldDraft }) {
  const t = useTranslate()
  return (
    <>
      {failures.map((text) => (
        <Notice key={text} kind="bad">
          {text}
        </Notice>
      ))}
      <Conflicts fields={fields} />
      {fields.done ? (
        <UndoChange
          release={fields.done.release}
          text={t('channel.saved', { count: fields.done.changed })}
        />
      ) : null}
    </>
  )
}

/** Saves the three drafts one after the other, and stops at the first error. */
function useSaveAll({
  id,
  drafts: { fields, settings, vat },
  sections,
  check,
}: Parameters<typeof SettingsBar>[0]) {
  const [isBusy, setBusy] = useState(false)
  async function save() {
    const controls = sections.current?.querySelectorAll<Control>('input, select, textarea') ?? []
    const invalid = [...controls].find((control) => !control.checkValidity())
    if (invalid) {
      invalid.reportValidity()
      invalid.focus()
      return
    }
    if (!check()) return
    setBusy(true)
    try {
      if (fields.count > 0 && !(await fields.save())) return
      if (settings.count === 0 && vat.count === 0) return
      // The publication has changed the channel's version.
      const { version } = await fetchBackoffice('channelPage', { id })
      if (settings.count > 0 && !(await settings.save(version))) return
      if (vat.count === 0) return
      await vat.save((await fetchBackoffice('channelPage', { id })).version)
    } finally {
      setBusy(false)
    }
  }
  return { save, isBusy }
}

function Conflicts({ fields }: { fields: FieldDraft }) {
  const t = useTranslate()
  return fields.conflicts.map(({ field, mine, theirs, by }) => (
    <Notice key={field} kind="bad">
      <p>
        {t('channel.bothWrote', {
          name: by?.name ?? t('someone'),
          theirs: valueText(theirs) ?? t('channel.empty'),
          mine: valueText(mine) ?? t('channel.empty'),
        })}
      </p>
      <ActionButton small onClick={() => fields.choose(field, 'mine')}>
        {t('channel.useMine')}
      </ActionButton>{' '}
      <ActionButton small onClick={() => fields.choose(field, 'theirs')}>
        {t('channel.useTheirs')}
      </ActionButton>
    </Notice>
  ))
}
