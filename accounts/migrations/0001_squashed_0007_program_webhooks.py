"""Create the tables of accounts and webhooks, as the replaced migrations did step by step."""

import accounts.models
import django.db.models.deletion
import django.utils.timezone
import replays.models.identity
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [
        ('accounts', '0001_initial'),
        ('accounts', '0002_account_link'),
        ('accounts', '0003_statistics_invitations'),
        ('accounts', '0004_webhooks'),
        ('accounts', '0005_following'),
        ('accounts', '0006_invitation_sender'),
        ('accounts', '0007_program_webhooks'),
    ]

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        # Earlier than the tables of this project: each migration of this package renders everything that is related to users.
        ('oauth2_provider', '0022_refreshtoken_token_family_index'),
        ('replays', '0031_mask_spellings'),
    ]

    operations = [
        migrations.CreateModel(
            name='HookChange',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('subject', models.CharField(max_length=12)),
                ('kind', models.CharField(blank=True, default='', max_length=20)),
                ('visibility', models.CharField(blank=True, default='', max_length=10)),
                ('own_type', models.CharField(blank=True, default='', max_length=20)),
                ('public_type', models.CharField(blank=True, default='', max_length=20)),
                ('owners', models.JSONField(default=list)),
                ('at', models.DateTimeField(default=django.utils.timezone.now)),
            ],
        ),
        migrations.CreateModel(
            name='HookEvent',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.CharField(default=replays.models.identity.new_public_id, max_length=12)),
                ('type', models.CharField(max_length=20)),
                ('subject', models.CharField(blank=True, default='', max_length=12)),
                ('body', models.TextField()),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('state', models.CharField(choices=[('pending', 'Waiting'), ('done', 'Delivered'), ('failed', 'Failed'), ('dropped', 'Not sent')], default='pending', max_length=7)),
                ('is_manual', models.BooleanField(default=False)),
            ],
            options={
                'ordering': ('-pk',),
            },
        ),
        migrations.CreateModel(
            name='Authored',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.CharField(max_length=12, unique=True)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='authored', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='BrowserSession',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('session_key', models.CharField(max_length=40, unique=True)),
                ('browser', models.CharField(blank=True, default='', max_length=60)),
                ('signed_in_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='browser_sessions', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ('-signed_in_at',),
            },
        ),
        migrations.CreateModel(
            name='HookAttempt',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(default=django.utils.timezone.now)),
                ('ms', models.PositiveIntegerField()),
                ('status', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('problem', models.CharField(blank=True, default='', max_length=20)),
                ('excerpt', models.CharField(blank=True, default='', max_length=500)),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='attempts', to='accounts.hookevent')),
            ],
            options={
                'ordering': ('pk',),
            },
        ),
        migrations.CreateModel(
            name='PersonalToken',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=80)),
                ('digest', models.CharField(max_length=64, unique=True)),
                ('scopes', models.CharField(max_length=100)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('expires_at', models.DateTimeField()),
                ('last_used_at', models.DateTimeField(blank=True, null=True)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='personal_tokens', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ('-pk',),
            },
        ),
        migrations.CreateModel(
            name='Webhook',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.CharField(default=replays.models.identity.new_public_id, editable=False, max_length=12, unique=True)),
                ('url', models.CharField(max_length=500)),
                ('root', models.CharField(max_length=200)),
                ('games', models.CharField(choices=[('own', 'My games'), ('public', 'All public games')], max_length=6)),
                ('events', models.CharField(max_length=100)),
                ('seed', models.CharField(default=accounts.models.new_seed, editable=False, max_length=32)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('paused_for', models.CharField(blank=True, choices=[('user', 'You paused it.'), ('failures', 'It failed too often.'), ('gone', 'The receiver answered 410 Gone.')], default='', max_length=8)),
                ('n_failures', models.PositiveSmallIntegerField(default=0)),
                ('next_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('lease_until', models.DateTimeField(blank=True, null=True)),
                ('program', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='webhooks', to=settings.OAUTH2_PROVIDER_APPLICATION_MODEL)),
                ('token', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='webhooks', to='accounts.personaltoken')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='webhooks', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ('pk',),
            },
        ),
        migrations.AddField(
            model_name='hookevent',
            name='hook',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='queue', to='accounts.webhook'),
        ),
        migrations.CreateModel(
            name='Account',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(blank=True, default='', max_length=80)),
                ('link', models.URLField(blank=True, default='', help_text='shown on the pages of the names the account holds')),
                ('statistics', models.CharField(choices=[('yes', 'Yes'), ('rates', 'Rates only'), ('no', 'No')], default='yes', help_text="how statistics count the user's games", max_length=5)),
                ('is_changing', models.BooleanField(default=False, help_text='some games do not have this choice yet')),
                ('digest', models.CharField(choices=[('off', 'Never'), ('weekly', 'Every Monday'), ('daily', 'Every day')], default='off', help_text='how often new games of what the user follows are sent', max_length=6)),
                ('language', models.CharField(default='en', help_text='of e-mails', max_length=5)),
                ('digest_after', models.PositiveBigIntegerField(default=0, editable=False, help_text='the public number up to which games were sent')),
                ('seed', models.CharField(default=accounts.models.new_seed, editable=False, max_length=32)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='account', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('statistics__in', ['yes', 'rates', 'no'])), name='account_statistics_known'), models.CheckConstraint(condition=models.Q(('digest__in', ['off', 'weekly', 'daily'])), name='account_digest_known')],
            },
        ),
        migrations.CreateModel(
            name='ClaimedKey',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(max_length=64, unique=True)),
                ('origin', models.CharField(choices=[('account', 'This account'), ('browser', 'A browser'), ('program', 'A program')], max_length=7)),
                ('claimed_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='claimed_keys', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ('pk',),
                'constraints': [models.CheckConstraint(condition=models.Q(('origin__in', ['account', 'browser', 'program'])), name='claimed_key_origin_known')],
            },
        ),
        migrations.CreateModel(
            name='Digest',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('period', models.CharField(help_text='2026-11-30, or 2026-W49', max_length=10)),
                ('begun_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('sent_at', models.DateTimeField(blank=True, null=True)),
                ('n_games', models.PositiveIntegerField(default=0)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='digests', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ('-pk',),
                'constraints': [models.UniqueConstraint(fields=('user', 'period'), name='digest_once')],
            },
        ),
        migrations.CreateModel(
            name='Follow',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(max_length=10)),
                ('key', models.CharField(max_length=800)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='follows', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ('pk',),
                'constraints': [models.UniqueConstraint(fields=('user', 'kind', 'key'), name='follow_once')],
            },
        ),
        migrations.CreateModel(
            name='Invitation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('role', models.CharField(max_length=20)),
                ('owner', models.CharField(max_length=64)),
                ('email', models.CharField(blank=True, default='', max_length=254)),
                ('digest', models.CharField(max_length=64, unique=True)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('expires_at', models.DateTimeField()),
                ('closed_at', models.DateTimeField(blank=True, null=True)),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='invitations', to='replays.game')),
                ('sender', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='invitations', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ('-pk',),
                'indexes': [models.Index(fields=['owner', 'created_at'], name='invitation_owner')],
            },
        ),
        migrations.AddIndex(
            model_name='hookevent',
            index=models.Index(condition=models.Q(('state', 'pending')), fields=['hook', 'id'], name='hook_events_pending'),
        ),
        migrations.AddIndex(
            model_name='hookevent',
            index=models.Index(fields=['created_at'], name='hook_events_by_age'),
        ),
    ]
