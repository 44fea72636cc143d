/** Attachments of an event. */
import { badRequest } from '#lib/api/errors';
import type { EventAttachmentResource } from '#lib/calendar/resources/event';

const MAX_ATTACHMENTS = 25;

function readAttachment({ fileUrl, title, mimeType, iconLink }: EventAttachmentResource): EventAttachmentResource {
  if (fileUrl === undefined || fileUrl === '') throw badRequest('required', 'Missing file URL of an attachment.');
  if (!URL.canParse(fileUrl)) throw badRequest('invalid', 'Invalid file URL of an attachment.');
  return {
    fileUrl,
    ...(title !== undefined && { title }),
    ...(mimeType !== undefined && { mimeType }),
    ...(iconLink !== undefined && { iconLink }),
  };
}

export function readAttachments(sent: readonly EventAttachmentResource[] = []): EventAttachmentResource[] | undefined {
  if (sent.length > MAX_ATTACHMENTS)
    throw badRequest('invalid', `An event has at most ${String(MAX_ATTACHMENTS)} attachments.`);
  return sent.length === 0 ? undefined : sent.map(readAttachment);
}
