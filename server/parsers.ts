import { readRawMail } from '#server/desk/read-raw-mail.ts'
import { readSheetBytes, writeSheetBytes } from '#server/desk/sheet-parsing.ts'
import { judgeBytes } from '#server/folder/picture-judging.ts'
import { serveParsers } from '#server/ground/serve-parsers.ts'
import { drawForm, drawForPrint } from '#server/pictures/picture-drawing.ts'

/** All that parses input from outside, as a process of its own: parser-pool.ts starts it, and says what it may use. */
serveParsers({
  'read-mail': readRawMail,
  'read-sheet': readSheetBytes,
  'write-sheet': writeSheetBytes,
  'judge-picture': judgeBytes,
  'draw-form': drawForm,
  'draw-for-print': drawForPrint,
})
