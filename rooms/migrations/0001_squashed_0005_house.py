"""Create the tables of rooms, as the replaced migrations did step by step."""

import django.db.models.deletion
import django.utils.timezone
import rooms.models
from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [
        ('rooms', '0001_rooms'),
        ('rooms', '0002_hidden_pages'),
        ('rooms', '0003_followers'),
        ('rooms', '0004_shared_rooms'),
        ('rooms', '0005_house'),
    ]

    initial = True

    dependencies = [
        ('replays', '0031_mask_spellings'),
    ]

    operations = [
        migrations.CreateModel(
            name='Room',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('code', models.CharField(default=rooms.models.new_code, editable=False, max_length=8, unique=True)),
                ('kind', models.CharField(max_length=20)),
                ('header', models.JSONField()),
                ('events', models.JSONField(blank=True, default=list)),
                ('n_events', models.PositiveIntegerField(default=0)),
                ('version', models.PositiveIntegerField(default=0)),
                ('owner', models.CharField(db_index=True, help_text='key of the uploader', max_length=64)),
                ('made_by', models.CharField(blank=True, help_text='digest of the address, of one day; removed later', max_length=64)),
                ('recorder_key', models.CharField(help_text='a digest', max_length=64, unique=True)),
                ('holder', models.CharField(blank=True, default='', max_length=20)),
                ('held_at', models.DateTimeField(blank=True, null=True)),
                ('bots', models.JSONField(blank=True, default=dict)),
                ('deals', models.BooleanField(default=False)),
                ('house_due', models.BooleanField(default=False)),
                ('passed_at', models.PositiveIntegerField(blank=True, null=True)),
                ('clock', models.JSONField(blank=True, null=True)),
                ('take_back', models.JSONField(blank=True, null=True)),
                ('state', models.CharField(choices=[('open', 'open'), ('saved', 'saved')], default='open', max_length=10)),
                ('is_shared', models.BooleanField(default=False, help_text='each side has its own phone')),
                ('delay', models.PositiveSmallIntegerField(default=0, help_text='minutes; for followers')),
                ('hidden_at', models.DateTimeField(blank=True, help_text='by staff', null=True)),
                ('hidden_reason', models.CharField(blank=True, default='', max_length=500)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('touched_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('upload', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='room', to='replays.upload')),
            ],
            options={
                'ordering': ('-id',),
                'indexes': [models.Index(fields=['touched_at'], name='room_touched'), models.Index(fields=['made_by'], name='room_made_by')],
                'constraints': [models.CheckConstraint(condition=models.Q(('state__in', ['open', 'saved'])), name='room_state_known'), models.CheckConstraint(condition=models.Q(('delay__in', (0, 5, 15))), name='room_delay_known')],
            },
        ),
        migrations.CreateModel(
            name='RoomChange',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('version', models.PositiveIntegerField()),
                ('action', models.CharField(choices=[('append', 'append'), ('undo', 'undo'), ('replace', 'replace'), ('note', 'note'), ('house', 'house'), ('take-back', 'take-back'), ('save', 'save'), ('join', 'join')], max_length=10)),
                ('key', models.CharField(blank=True, default='', max_length=64)),
                ('index', models.PositiveIntegerField(default=0)),
                ('removed', models.JSONField(blank=True, default=list)),
                ('made_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('room', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='changes', to='rooms.room')),
            ],
            options={
                'ordering': ('id',),
                'constraints': [models.UniqueConstraint(fields=('room', 'version'), name='room_change_version_once'), models.UniqueConstraint(condition=models.Q(('key', ''), _negated=True), fields=('room', 'key'), name='room_change_key_once')],
            },
        ),
        migrations.CreateModel(
            name='RoomSeat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('role', models.CharField(max_length=20)),
                ('key', models.CharField(help_text='a digest', max_length=64, unique=True)),
                ('invitation', models.CharField(blank=True, max_length=64, null=True, unique=True)),
                ('n_invitations', models.PositiveIntegerField(default=0)),
                ('invited_at', models.DateTimeField(blank=True, null=True)),
                ('joined_at', models.DateTimeField(blank=True, null=True)),
                ('room', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='rooms.room')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('room', 'role'), name='room_seat_once')],
            },
        ),
    ]
