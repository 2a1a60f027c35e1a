import { useMemo, useState } from 'react'

import { asText, readList } from '#backoffice/modules/vouchers/batches/batch-draft.ts'
import type { StepProps } from '#backoffice/modules/vouchers/batches/BatchSteps.tsx'
import {
  FoundRecipients,
  issueOfList,
} from '#backoffice/modules/vouchers/batches/RecipientTable.tsx'
import { columnsSaidBefore } from '#backoffice/modules/vouchers/batches/RecipientColumns.tsx'
import { rowsOfFile } from '#backoffice/modules/vouchers/batches/read-recipient-file.ts'
import { FormTextArea, FormField, FormSelect } from '#backoffice/kit/form/FormField.tsx'
import { FileField } from '#backoffice/kit/form/FileField.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import { rowsOfText } from '#domain/vouchers/recipient-list.ts'
import { Spinner } from '#ui/components/Spinner.tsx'

/** Who gets a voucher: people from a pasted list or a file, or just a number of vouchers. */
export function RecipientsStep(props: StepProps) {
  const t = useTranslate()
  const { values, type, tried } = props
  return (
    <>
      <FormSelect
        label={t('stepRecipients')}
        value={values.who}
        onChange={({ target }) => type({ who: target.value === 'list' ? 'list' : 'number' })}
      >
        <option value="list">{t('aList')}</option>
        <option value="number">{t('justANumber')}</option>
      </FormSelect>
      {values.who === 'number' ? (
        <FormField
          label={t('voucherCount')}
          inputMode="numeric"
          maxLength={5}
          issue={tried && !/^[1-9]\d{0,4}$/.test(values.count) ? t('invalidInput') : null}
          value={values.count}
          onChange={({ target }) => type({ count: target.value.trim() })}
        />
      ) : (
        <ListOfPeople {...props} />
      )}
    </>
  )
}

function ListOfPeople({ values, type, tried }: StepProps) {
  const t = useTranslate()
  const { list, columns, keep } = values
  const read = useMemo(() => readList({ list, columns, keep }), [list, columns, keep])
  const typeList = (text: string) =>
    type({ list: text, columns: columnsSaidBefore(rowsOfText(text)) ?? columns })
  return (
    <>
      <FormTextArea
        label={t('pasteList')}
        hint={t('pasteListHelp')}
        issue={tried ? issueOfList(t, read) : null}
        rows={8}
        spellCheck={false}
        value={list}
        onChange={({ target }) => typeList(target.value)}
      />
      <PeopleFile hasList={list !== ''} onRead={typeList} />
      <FoundRecipients read={read} keep={keep} type={type} />
    </>
  )
}

/** Reads a chosen file into the list. A file that cannot be read changes nothing. */
function PeopleFile({ hasList, onRead }: { hasList: boolean; onRead: (text: string) => void }) {
  const t = useTranslate()
  const [unreadable, setUnreadable] = useState<string | null>(null)
  const [file, setFile] = useState('')
  const [reading, setReading] = useState(false)
  async function take(chosen: File) {
    setUnreadable(null)
    setReading(true)
    try {
      onRead(asText(await rowsOfFile(chosen)))
      setFile(chosen.name)
    } catch {
      setUnreadable(chosen.name)
    } finally {
      setReading(false)
    }
  }
  return (
    <>
      <FileField
        label={t('orFile')}
        accept=".csv,.txt,.tsv,.xlsx"
        shown={file}
        onChange={({ target }) => {
          const [chosen] = target.files ?? []
          if (chosen) void take(chosen)
          // Without this a browser reports no change when the corrected file has the same name.
          target.value = ''
        }}
      />
      {reading ? <Spinner small /> : null}
      {unreadable === null ? null : (
        <Notice kind="bad">
          {t('unreadableNamed', { name: unreadable })} {hasList ? t('listBeforeStays') : null}
        </Notice>
      )}
    </>
  )
}
