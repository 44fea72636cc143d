/** Whole files in S3: up from disk, down to disk. */

export interface FileMetadata {
  readonly contentType: string;
  readonly contentEncoding?: string;
  /** Told with the file, as `x-amz-meta-` headers. */
  readonly notes?: Readonly<Record<string, string>>;
}

export interface Files {
  /** Keys below a prefix. */
  list(prefix: string): Promise<string[]>;
  /** Readers see the old file or the new one, never a part. */
  upload(key: string, path: string, metadata: FileMetadata): Promise<void>;
  /** False when there is no such file. */
  download(key: string, path: string): Promise<boolean>;
  remove(key: string): Promise<void>;
}
