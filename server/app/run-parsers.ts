import { readRawMail } from '#server/modules/support/incoming-mail/parse-raw-mail.ts'
import { readSheetBytes, writeSheetBytes } from '#server/lists/parse-spreadsheet.ts'
import { inspectBytes } from '#server/modules/media/inspect-image.ts'
import { serveParsers } from '#server/platform/parsing/serve-parsers.ts'
import { renderVariant, renderForPrint } from '#server/modules/media/image-encoding.ts'

/** All parsers of external input, as a separate process: parser-pool.ts starts it and sets its limits. */
serveParsers({
  'read-mail': readRawMail,
  'read-sheet': readSheetBytes,
  'write-sheet': writeSheetBytes,
  'inspect-picture': inspectBytes,
  'draw-form': renderVariant,
  'draw-for-print': renderForPrint,
})
