import { useEffect, useState } from 'react'

import {
  sectionAddress,
  sectionOfField,
} from '#backoffice/modules/channels/settings/channel-sections.ts'
import {
  type ChannelDrafts,
  findInvalid,
  type InputIssue,
} from '#backoffice/modules/channels/settings/invalid-input.ts'
import { takenHostText } from '#backoffice/modules/channels/taken-host-texts.ts'
import { navigate } from '#backoffice/kit/router/address.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'

/** The error to show at a field: invalid input found before a save, else the refusal of the server. */
export function useInputIssue(channel: string, drafts: ChannelDrafts) {
  const t = useTranslate()
  const [isMarked, setMarked] = useState(false)
  const { fields, settings } = drafts
  const invalid = findInvalid(drafts, t)
  const { refusal } = settings.action.refusal?.field === undefined ? fields : settings.action
  const refusedField = refusal?.field
  useEffect(() => {
    if (refusedField !== undefined) showField(channel, refusedField)
  }, [channel, refusedField])
  return {
    issue: (isMarked ? invalid : null) ?? refusedIssue(),
    /** Marks and shows the first invalid field of any section. Returns whether there is none. */
    check: (): boolean => {
      setMarked(invalid !== null)
      if (invalid) showField(channel, invalid.field)
      return invalid === null
    },
  }

  function refusedIssue(): InputIssue | null {
    if (refusedField === undefined || !refusal) return null
    const failure = refusal === settings.action.refusal ? settings.action.failure : fields.failure
    const sentence =
      refusal.refused === 'invalid-input'
        ? t('invalidHere')
        : (takenHostText(t, refusal) ?? failure)
    return sentence === null ? null : { field: refusedField, sentence }
  }
}

/** Opens the section of a field, and gives the field the focus. */
function showField(channel: string, field: string) {
  const section = sectionOfField(field)
  if (section === undefined) return
  const address = sectionAddress(channel, section)
  // `hosts.0` is shown at `hosts`.
  navigate(`${address}#${field.split(/\.\d/, 1).join('')}`, {
    replace: window.location.pathname === address,
  })
}
