import { serve } from '#lib/middleware/serve';
import { adsReports } from '#lib/runtime/ads/reports';
import { reportsGenerate } from './generate.ts';
import { reportsGet } from './get.ts';
import { reportsGetFile } from './getFile.ts';
import { reportsGetIdMappingFile } from './getIdMappingFile.ts';
import { reportsRequest } from './request.ts';

export const operations = [reportsGenerate, reportsGet, reportsGetFile, reportsGetIdMappingFile, reportsRequest];
export const handler = serve(operations, adsReports);
