import { useMemo, useState } from 'react'

import { tableText, parseRecipients } from '#backoffice/modules/vouchers/batches/batch-draft.ts'
import type { StepProps } from '#backoffice/modules/vouchers/batches/BatchSteps.tsx'
import { ListReview, listIssue } from '#backoffice/modules/vouchers/batches/RecipientTable.tsx'
import { findAssignedColumns } from '#backoffice/modules/vouchers/batches/RecipientColumns.tsx'
import { readFileRows } from '#backoffice/modules/vouchers/batches/read-recipient-file.ts'
import { FormTextArea, FormField, FormSelect } from '#backoffice/kit/form/FormField.tsx'
import { FileField } from '#backoffice/kit/form/FileField.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import { rowsOfText } from '#domain/vouchers/recipient-list.ts'
import { Spinner } from '#ui/components/Spinner.tsx'

/** Who gets a voucher: people from a pasted list or a file, or just a number of vouchers. */
export function RecipientsStep(props: StepProps) {
  const t = useTranslate()
  const { values, type, showsMissing } = props
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
          issue={showsMissing && !/^[1-9]\d{0,4}$/.test(values.count) ? t('invalidInput') : null}
          value={values.count}
          onChange={({ target }) => type({ count: target.value.trim() })}
        />
      ) : (
        <RecipientListFields {...props} />
      )}
    </>
  )
}

function RecipientListFields({ values, type, showsMissing }: StepProps) {
  const t = useTranslate()
  const { list, columns, keep } = values
  const parsed = useMemo(() => parseRecipients({ list, columns, keep }), [list, columns, keep])
  // An assignment of another list is ignored by `parseRecipients`.
  const changeList = (text: string) =>
    type({ list: text, columns: findAssignedColumns(rowsOfText(text)) ?? columns })
  return (
    <>
      <FormTextArea
        label={t('pasteList')}
        hint={t('pasteListHelp')}
        issue={showsMissing ? listIssue(t, parsed) : null}
        rows={8}
        spellCheck={false}
        value={list}
        onChange={({ target }) => changeList(target.value)}
      />
      <RecipientFile hasList={list !== ''} onRead={changeList} />
      <ListReview list={parsed} keep={keep} type={type} />
    </>
  )
}

/** Reads a chosen file into the list. A file that cannot be read changes nothing. */
function RecipientFile({ hasList, onRead }: { hasList: boolean; onRead: (text: string) => void }) {
  const t = useTranslate()
  const [unreadableFile, setUnreadableFile] = useState<string | null>(null)
  const [fileName, setFileName] = useState('')
  const [isReading, setIsReading] = useState(false)
  async function readFile(chosen: File) {
    setUnreadableFile(null)
    setIsReading(true)
    try {
      onRead(tableText(await readFileRows(chosen)))
      setFileName(chosen.name)
    } catch {
      setUnreadableFile(chosen.name)
    } finally {
      setIsReading(false)
    }
  }
  return (
    <>
      <FileField
        label={t('orFile')}
        accept=".csv,.txt,.tsv,.xlsx"
        shown={fileName}
        onChange={({ target }) => {
          const [chosen] = target.files ?? []
          if (chosen) void readFile(chosen)
          // Without this a browser reports no change when the corrected file has the same name.
          target.value = ''
        }}
      />
      {isReading ? <Spinner small /> : null}
      {unreadableFile === null ? null : (
        <Notice kind="bad">
          {t('unreadableNamed', { name: unreadableFile })} {hasList ? t('listBeforeStays') : null}
        </Notice>
      )}
    </>
  )
}
